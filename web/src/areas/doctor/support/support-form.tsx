import { ApiError } from '@medcloud/contract/api-client';
import type { SessionReply } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useSession } from '../../../app/session/session.tsx';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { useSendMessage } from '../../../calls/support.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { doctorAccountText } from '../../../text/doctor-account.ts';
import { useFormat } from '../../../text/format.ts';
import { useLanguage, useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';

const fetchShape = async () => (await import('@medcloud/contract/shapes/support')).supportMessageForm;

type Writer = Required<Pick<SessionReply, 'user' | 'doctor'>>;

/** Returns an empty message. The sender comes from the session. */
function emptyMessage({ user, doctor }: Writer) {
  const { firstName, lastName } = doctor;
  return { firstName, lastName, email: user.email, role: 'doctor' as const, subject: '', message: '', urgent: false };
}

function useMessageForm(writer: Writer) {
  const t = useText(doctorAccountText);
  const toast = useToast();
  const { language } = useLanguage();
  const [reference, setReference] = useState<string | null>(null);
  const empty = emptyMessage(writer);
  const form = useForm({ resolver: useShapeResolver(fetchShape), defaultValues: empty, mode: 'onTouched' });
  const send = useSendMessage();
  const handleSuccess = (receipt: { reference: string }) => {
    form.reset(empty);
    setReference(receipt.reference);
    toast({ title: t('support.sent'), text: t('support.sentText', { reference: receipt.reference }) });
  };
  const handleError = (error: Error) => {
    showServerErrors(form, error);
    toast({ variant: 'danger', title: t('support.failed') });
  };
  const submit = form.handleSubmit((message) =>
    send.mutate({ body: { ...message, language } }, { onSuccess: handleSuccess, onError: handleError }),
  );
  return { form, send, submit, reference, writeAnother: () => setReference(null) };
}

function FormErrorMessage({ error }: { error: Error | null }) {
  const t = useText(doctorAccountText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  if (error === null || (error instanceof ApiError && error.fields.length > 0)) return null;
  return (
    <Note variant="danger" title={t('support.failed')}>
      {errorMessage(errorMessageOf(error)) ?? ui('error.noAnswer')}
    </Note>
  );
}

// defined outside the component, so React calls it on mount and not on every render
const focusElement = (note: HTMLElement | null) => note?.focus();

/** Confirms that the message was sent. Takes the focus, because the submit button is gone. */
function SentNote({ reference, onAnother }: { reference: string; onAnother: () => void }) {
  const t = useText(doctorAccountText);
  return (
    <div ref={focusElement} tabIndex={-1} className="outline-none">
      <Note
        variant="success"
        title={t('support.sent')}
        live="off"
        actions={<Button onClick={onAnother}>{t('support.another')}</Button>}
      >
        {t('support.sentText', { reference })}
      </Note>
    </div>
  );
}

function MessageForm(writer: Writer) {
  const t = useText(doctorAccountText);
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const { form, send, submit, reference, writeAnother } = useMessageForm(writer);
  const { errors } = form.formState;
  if (reference !== null) return <SentNote reference={reference} onAnother={writeAnother} />;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-body text-ink-muted wrap-anywhere">
        {t('support.sendAs', { doctor: format.doctor(writer.doctor), email: writer.user.email })}
      </p>
      <Field label={t('support.subject')} error={errorMessage(errors.subject?.message)} optional>
        <TextInput {...form.register('subject')} />
      </Field>
      <Field label={t('support.message')} help={t('support.messageHelp')} error={errorMessage(errors.message?.message)}>
        <TextArea {...form.register('message')} rows={6} className="min-h-36" />
      </Field>
      <Controller
        control={form.control}
        name="urgent"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Checkbox label={t('support.urgent')} checked={value} onChange={onChange} onBlur={onBlur} ref={ref} />
        )}
      />
      <FormErrorMessage error={send.error} />
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={send.isPending}
          busyLabel={t('support.submitting')}
          className="max-sm:w-full"
        >
          {t('support.submit')}
        </Button>
      </div>
    </form>
  );
}

/** Sends a message to the operator as the signed-in doctor. */
export function SupportForm() {
  const t = useText(doctorAccountText);
  const { user, doctor } = useSession();
  if (!user || !doctor) return null;
  return (
    <Card title={t('support.send')} className="max-w-180">
      <MessageForm user={user} doctor={doctor} />
    </Card>
  );
}
