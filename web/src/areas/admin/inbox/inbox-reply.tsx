import { limits } from '@medcloud/contract/limits';
import { type SupportMessage, supportReply } from '@medcloud/contract/shapes/support';
import { useForm } from 'react-hook-form';
import { useReplySupportMessage } from '../../../calls/support.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';

interface InboxReplyProps {
  message: SupportMessage;
  /**
   * The draft of an earlier visit. `onDraft` stores what is typed, because the sheet may be closed before it is sent.
   */
  draft: string;
  onDraft: (text: string) => void;
}

/** Shows the form for the reply, which is sent by email. */
export function InboxReply({ message, draft, onDraft }: InboxReplyProps) {
  const t = useText('inbox');
  const format = useFormat();
  const toast = useToast();
  const form = useForm({ resolver: createShapeResolver(supportReply), defaultValues: { text: draft } });
  const submission = useSubmit(form, useReplySupportMessage(), {
    toInput: (body) => ({ params: { id: message.id }, body }),
    onSuccess: () => {
      form.reset({ text: '' });
      onDraft('');
      toast({ title: t('reply.sent'), text: t('reply.sentText', { email: message.email }) });
    },
    onError: (_error, isOnFields) => isOnFields || toast({ variant: 'danger', title: t('reply.failed') }),
    isDiscardable: true, // the inbox keeps the draft
  });
  return (
    <Form submission={submission} className="gap-3!">
      <FormField
        form={form}
        name="text"
        rules={{ onChange: (event) => onDraft(event.target.value) }}
        label={t('reply.label')}
        help={t('reply.help', {
          email: message.email,
          language: message.language,
          name: format.language(message.language),
        })}
      >
        <TextArea rows={5} maxLength={limits.supportMessageMax} className="min-h-28" />
      </FormField>
      <FormActions submitLabel={t('reply.submit')} busyLabel={t('reply.submitting')} failureTitle={t('reply.failed')} />
    </Form>
  );
}
