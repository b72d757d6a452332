import { limits } from '@medcloud/contract/limits';
import { type SupportMessage, supportReply } from '@medcloud/contract/shapes/support';
import { useForm } from 'react-hook-form';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { useReplySupportMessage } from '../../../calls/support.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { inboxText } from '../../../text/inbox.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';

interface InboxReplyProps {
  message: SupportMessage;
  /**
   * The draft of an earlier visit. `onDraft` stores what is typed, because the sheet may be closed before it is sent.
   */
  draft: string;
  onDraft: (text: string) => void;
}

/** Sends the reply and reports the result. */
function useReply({ message, draft, onDraft }: InboxReplyProps) {
  const t = useText(inboxText);
  const toast = useToast();
  const mutation = useReplySupportMessage();
  const form = useForm({ resolver: createShapeResolver(supportReply), defaultValues: { text: draft } });
  const submit = form.handleSubmit((body) =>
    mutation
      .mutateAsync({ params: { id: message.id }, body })
      .then(() => {
        form.reset({ text: '' });
        onDraft('');
        toast({ title: t('reply.sent'), text: t('reply.sentText', { email: message.email }) });
      })
      .catch((error: unknown) => {
        if (showServerErrors(form, error)) return;
        toast({ variant: 'danger', title: t('reply.failed') });
      }),
  );
  return { form, mutation, submit };
}

/** Shows the form for the reply, which is sent by e-mail. */
export function InboxReply(props: InboxReplyProps) {
  const { message, onDraft } = props;
  const t = useText(inboxText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const { form, mutation, submit } = useReply(props);
  const { text } = form.formState.errors;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <Field
        label={t('reply.label')}
        help={t('reply.help', { email: message.email, language: message.language })}
        error={errorMessage(text?.message)}
      >
        <TextArea
          {...form.register('text', { onChange: (event) => onDraft(event.target.value) })}
          rows={5}
          maxLength={limits.supportMessageMax}
          className="min-h-28"
        />
      </Field>
      {mutation.isError && !text && (
        <Note variant="danger" title={t('reply.failed')}>
          {errorMessage(errorMessageOf(mutation.error)) ?? ui('error.noAnswer')}
        </Note>
      )}
      <Button
        type="submit"
        variant="primary"
        busy={mutation.isPending}
        busyLabel={t('reply.submitting')}
        className="self-start"
      >
        {t('reply.submit')}
      </Button>
    </form>
  );
}
