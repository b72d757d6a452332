import type { SessionReply } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useSession } from '../../../app/session/session.tsx';
import { useSendMessage } from '../../../calls/support.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useFormat } from '../../../text/format.ts';
import { useLanguage, useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
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
  const t = useText('account');
  const toast = useToast();
  const { language } = useLanguage();
  const [reference, setReference] = useState<string | null>(null);
  const empty = emptyMessage(writer);
  const form = useForm({ resolver: useShapeResolver(fetchShape), defaultValues: empty, mode: 'onTouched' });
  const submission = useSubmit(form, useSendMessage(), {
    toInput: (message) => ({ body: { ...message, language } }),
    onSuccess: (receipt) => {
      form.reset(empty);
      setReference(receipt.reference);
      toast({ title: t('support.sent'), text: t('support.sentText', { reference: receipt.reference }) });
    },
    onError: () => toast({ variant: 'danger', title: t('support.failed') }),
  });
  return { form, submission, reference, writeAnother: () => setReference(null) };
}

// defined outside the component, so React calls it on mount and not on every render
const focusElement = (note: HTMLElement | null) => note?.focus();

/** Confirms that the message was sent. Takes the focus, because the submit button is gone. */
function SentNote({ reference, onAnother }: { reference: string; onAnother: () => void }) {
  const t = useText('account');
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
  const t = useText('account');
  const format = useFormat();
  const { form, submission, reference, writeAnother } = useMessageForm(writer);
  if (reference !== null) return <SentNote reference={reference} onAnother={writeAnother} />;
  return (
    <Form submission={submission}>
      <p className="text-body text-ink-muted wrap-anywhere">
        {t('support.sendAs', { doctor: format.doctor(writer.doctor), email: writer.user.email })}
      </p>
      <FormField form={form} name="subject" label={t('support.subject')} isOptional>
        <TextInput />
      </FormField>
      <FormField form={form} name="message" label={t('support.message')} help={t('support.messageHelp')}>
        <TextArea rows={6} className="min-h-36" />
      </FormField>
      <Controller
        control={form.control}
        name="urgent"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Checkbox label={t('support.urgent')} checked={value} onChange={onChange} onBlur={onBlur} ref={ref} />
        )}
      />
      <FormActions
        submitLabel={t('support.submit')}
        busyLabel={t('support.submitting')}
        failureTitle={t('support.failed')}
      />
    </Form>
  );
}

/** Sends a message to the operator as the signed-in doctor. */
export function SupportForm() {
  const t = useText('account');
  const { user, doctor } = useSession();
  if (!user || !doctor) return null;
  return (
    <Card title={t('support.send')} className="max-w-180">
      <MessageForm user={user} doctor={doctor} />
    </Card>
  );
}
