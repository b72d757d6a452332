import { ApiError } from '@medcloud/contract/api-client';
import { useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';

/** What a failed request or code says: the portal's own sentence. */
export function useRequestErrorMessage(): (error: Error) => string {
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  return (error) => (error instanceof ApiError ? errorMessage(error.userMessage) : ui('error.noAnswer'));
}
