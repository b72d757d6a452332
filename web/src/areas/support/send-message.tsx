import { CircleCheck } from 'lucide-react';
import { Form, FormActions } from '../../forms/form.tsx';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { MessageFields } from './message-fields.tsx';
import type { MessageFormState } from './message-form.ts';

// defined outside the component, so React calls it on mount and not on every render
const focusElement = (heading: HTMLElement | null) => heading?.focus();

/**
 * Confirms that the message was sent, with the reply address and the reference. Takes the focus, because the submit
 * button is gone.
 */
function SentNote({ reference, email, onAnother }: { reference: string; email: string; onAnother: () => void }) {
  const t = useText('support');
  return (
    <section className="rounded-card border border-success-line bg-success-soft p-5 md:p-6">
      <h2 ref={focusElement} tabIndex={-1} className="flex items-center gap-2.5 text-h2-large outline-none">
        <CircleCheck size={24} className="text-success" />
        {t('message.sent')}
      </h2>
      <p className="mt-2 text-prose text-success-text wrap-anywhere">{t('message.sentText', { email })}</p>
      <p className="mt-4 text-small text-success-text">{t('message.reference')}</p>
      <p className="flex items-center gap-2">
        <strong className="text-h2-large code">{reference}</strong>
        <CopyButton value={reference} />
      </p>
      <p className="mt-1 text-small text-success-text">{t('message.referenceHelp')}</p>
      <div className="mt-5">
        <Button onClick={onAnother}>{t('message.another')}</Button>
      </div>
    </section>
  );
}

/** Sends a message to the operator, without a sign-in, and shows the result. The next message starts at the heading. */
export function SendMessage({ message }: { message: MessageFormState }) {
  const t = useText('support');
  const { form, mutation, submission, writeAnother, isAnother, topic } = message;
  if (mutation.data)
    return (
      <SentNote
        reference={mutation.data.reference}
        email={mutation.variables?.body.email ?? ''}
        onAnother={writeAnother}
      />
    );
  return (
    <section aria-labelledby="send-message" className="max-w-170">
      <h2 id="send-message" ref={isAnother ? focusElement : null} tabIndex={-1} className="text-h2-large outline-none">
        {t('message.title')}
      </h2>
      <p className="mt-0.5 text-prose text-ink-muted">{t('message.lead')}</p>
      <Form submission={submission} className="mt-5">
        {topic === 'live-chat' && <Note title={t('message.chatTitle')}>{t('message.chatText')}</Note>}
        <MessageFields form={form} />
        <FormActions
          isLarge
          isWide={false}
          submitLabel={t('message.submit')}
          busyLabel={t('message.submitting')}
          failureTitle={t('message.failed')}
        />
      </Form>
    </section>
  );
}
