import { ApiError } from '@medcloud/contract/api-client';
import { useUiText } from '../../text/language.tsx';
import { useErrorMessage } from '../../text/use-error-message.ts';
import { Note } from '../../ui/feedback/note.tsx';

/** Shows why a call failed if no field and no other page shows it. */
export function ApiErrorMessage({ title, error }: { title: string; error: Error | null }) {
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  if (error === null || (error instanceof ApiError && error.fields.length > 0)) return null;
  return (
    <Note variant="danger" title={title}>
      {error instanceof ApiError ? errorMessage(error.userMessage) : ui('error.noAnswer')}
    </Note>
  );
}
