import type { CenterCreation } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCreateMedicalCenter } from '../../../calls/admin.ts';
import { usePublicSettings } from '../../../calls/auth.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { DetailsSection, LoginSection, PlanSection } from '../shared/center-fields.tsx';
import { type CenterForm, useCenterForm } from '../shared/center-form.ts';
import { centerPath } from '../shared/center-path.ts';
import { BillingStep } from './billing-step.tsx';
import { generateCenterId, generatePassword } from './credentials.ts';
import { CredentialsPanel } from './credentials-panel.tsx';

/** The created center with its initial password. Only this page's state holds it, until the page is left or reset. */
type NewCenter = Pick<CenterCreation, 'name' | 'centerId' | 'email' | 'password'> & { id: string; userId: string };

function useSignup() {
  const t = useText('admin');
  const toast = useToast();
  const form = useCenterForm();
  const [isGenerated, setGenerated] = useState(false);
  const [created, setCreated] = useState<NewCenter | null>(null);
  const create = useCreateMedicalCenter();
  const passwordMin = usePublicSettings().data?.passwordMin;
  const submission = useSubmit(form, create, {
    toInput: (body) => ({ body }),
    onSuccess: ({ medicalCenter }, body) => {
      toast({ title: t('center.created'), text: t('center.createdText') });
      setCreated({ ...body, id: medicalCenter.id, userId: medicalCenter.userId });
    },
    onError: () => toast({ variant: 'danger', title: t('center.failed'), text: t('center.failedText') }),
  });
  const generate = () => {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue('centerId', generateCenterId(), options);
    form.setValue('password', generatePassword(passwordMin), options);
    setGenerated(true);
  };
  const reset = () => {
    form.reset();
    create.reset();
    setGenerated(false);
    setCreated(null);
  };
  return { form, submission, isGenerated, created, generate, reset };
}

/** Shows the credentials as they are typed, so an administrator cannot pass on outdated ones. */
function CredentialsPreview({ form }: { form: CenterForm }) {
  const [centerId, email, password] = form.watch(['centerId', 'email', 'password']);
  return <CredentialsPanel credentials={{ centerId, email, password }} isCreated={false} />;
}

function SignupForm({ signup }: { signup: ReturnType<typeof useSignup> }) {
  const t = useText('admin');
  const { form, submission, isGenerated, generate, reset } = signup;
  return (
    <Form
      submission={submission}
      className="gap-0! rounded-card border border-line bg-surface px-4 pb-5 md:px-6 md:pb-6 [&>section:first-child]:border-t-0"
    >
      <DetailsSection form={form} />
      <PlanSection form={form} />
      <LoginSection form={form} onGenerate={generate} />
      <div className="flex flex-col gap-5 border-t border-line pt-5">
        <FormActions
          submitLabel={t('center.create')}
          busyLabel={t('center.creating')}
          failureTitle={t('center.failed')}
        >
          {isGenerated && (
            <Button variant="ghost" onClick={reset} disabled={submission.isBusy} className="max-sm:w-full">
              {t('center.reset')}
            </Button>
          )}
        </FormActions>
      </div>
    </Form>
  );
}

/** Moves the focus to the element that replaces the form. */
function focusElement(element: HTMLElement | null): void {
  element?.focus();
}

function CreatedCenter({ created, onReset }: { created: NewCenter; onReset: () => void }) {
  const t = useText('admin');
  const lists = useText('admin.lists');
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
      <BillingStep userId={created.userId} name={created.name} />
    </div>
  );
}

/** Creates a medical center with its first login and shows its credentials once. */
export function MedicalCenterSignup() {
  const t = useText('admin');
  const signup = useSignup();
  const { form, isGenerated, created, reset } = signup;
  return (
    <>
      <PageHeader title={t('center.title')} />
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
