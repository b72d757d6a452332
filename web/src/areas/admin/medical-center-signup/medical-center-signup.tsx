import type { CenterCreation } from '@medcloud/contract/shapes/accounts';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useCreateMedicalCenter } from '../../../calls/admin.ts';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { adminText } from '../../../text/admin.ts';
import { adminListsText } from '../../../text/admin-lists.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { DetailsSection, LoginSection, PlanSection } from '../shared/center-fields.tsx';
import { type CenterForm, useCenterForm } from '../shared/center-form.ts';
import { centerPath } from '../shared/center-path.ts';
import { generateCenterId, generatePassword } from './credentials.ts';
import { CredentialsPanel } from './credentials-panel.tsx';

/** The created center with its initial password. Only this page's state holds it, until the page is left or reset. */
type NewCenter = Pick<CenterCreation, 'name' | 'centerId' | 'email' | 'password'> & { id: string };

function useSignup() {
  const t = useText(adminText);
  const toast = useToast();
  const form = useCenterForm();
  const [isGenerated, setGenerated] = useState(false);
  const [created, setCreated] = useState<NewCenter | null>(null);
  const [serverError, setServerError] = useState<Error | null>(null);
  const create = useCreateMedicalCenter({
    onSuccess: () => toast({ title: t('center.created'), text: t('center.createdText') }),
    onError: (error) => {
      toast({ variant: 'danger', title: t('center.failed'), text: t('center.failedText') });
      setServerError(showServerErrors(form, error) ? null : error);
    },
  });
  const generate = () => {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue('centerId', generateCenterId(), options);
    form.setValue('password', generatePassword(), options);
    setGenerated(true);
  };
  const reset = () => {
    form.reset();
    create.reset();
    setGenerated(false);
    setCreated(null);
    setServerError(null);
  };
  const submit = form.handleSubmit((body) => {
    setServerError(null);
    create.mutate({ body }, { onSuccess: ({ medicalCenter }) => setCreated({ ...body, id: medicalCenter.id }) });
  });
  return { form, isGenerated, created, serverError, isBusy: create.isPending, generate, reset, submit };
}

/** Shows the credentials as they are typed, so an administrator cannot pass on outdated ones. */
function CredentialsPreview({ form }: { form: CenterForm }) {
  const [centerId, email, password] = form.watch(['centerId', 'email', 'password']);
  return <CredentialsPanel credentials={{ centerId, email, password }} isCreated={false} />;
}

function FormErrorMessage({ error }: { error: Error | null }) {
  const t = useText(adminText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  if (!error) return null;
  return (
    <Note variant="danger" title={t('center.failed')}>
      {errorMessage(errorMessageOf(error)) ?? ui('error.noAnswer')}
    </Note>
  );
}

function SignupForm({ signup }: { signup: ReturnType<typeof useSignup> }) {
  const t = useText(adminText);
  const { form, isGenerated, serverError, isBusy, generate, reset, submit } = signup;
  const send = (event: FormEvent) => {
    if (isBusy) event.preventDefault();
    else void submit(event);
  };
  return (
    <form
      noValidate
      onSubmit={send}
      className="rounded-card border border-line bg-surface px-4 pb-5 md:px-6 md:pb-6 [&>section:first-child]:border-t-0"
    >
      <DetailsSection form={form} />
      <PlanSection form={form} />
      <LoginSection form={form} onGenerate={generate} />
      <FormErrorMessage error={serverError} />
      <div className="flex flex-wrap-reverse justify-end gap-2 border-t border-line pt-5 max-sm:*:w-full">
        {isGenerated && (
          <Button variant="ghost" onClick={reset} disabled={isBusy}>
            {t('center.reset')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={t('center.creating')}>
          {t('center.create')}
        </Button>
      </div>
    </form>
  );
}

/** Moves the focus to the element that replaces the form. */
function focusElement(element: HTMLElement | null): void {
  element?.focus();
}

function CreatedCenter({ created, onReset }: { created: NewCenter; onReset: () => void }) {
  const t = useText(adminText);
  const lists = useText(adminListsText);
  return (
    <div ref={focusElement} tabIndex={-1} className="flex max-w-160 flex-col gap-5 outline-none">
      <Note variant="success" title={t('center.created')} live="off">
        {t('center.createdNote', { name: created.name })}
      </Note>
      <CredentialsPanel
        credentials={created}
        isCreated
        actions={
          <>
            <Button size="small" onClick={onReset}>
              {t('center.reset')}
            </Button>
            <Button asChild size="small" variant="ghost">
              <Link to={centerPath(created.id)}>{lists('info.details')}</Link>
            </Button>
          </>
        }
      />
    </div>
  );
}

/** Creates a medical center with its first login and shows its credentials once. */
export function MedicalCenterSignup() {
  const t = useText(adminText);
  const signup = useSignup();
  const { form, isGenerated, created, reset } = signup;
  return (
    <>
      <PageHeader title={t('center.title')} purpose={t('center.purpose')} />
      {created ? (
        <CreatedCenter created={created} onReset={reset} />
      ) : (
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,44rem)_minmax(20rem,26rem)]">
          <SignupForm signup={signup} />
          {isGenerated && (
            <aside className="xl:sticky xl:top-20">
              <CredentialsPreview form={form} />
            </aside>
          )}
        </div>
      )}
    </>
  );
}
