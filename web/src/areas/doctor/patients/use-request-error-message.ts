import { ApiError } from '@medcloud/contract/api-client';
import { useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';

/** Returns the message of a failed request or code: the server's own, or the one for no response. */
export function useRequestErrorMessage(): (error: Error) => string {
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  return (error) => (error instanceof ApiError ? errorMessage(error.userMessage) : ui('error.noAnswer'));
}
