import { ApiError } from '@medcloud/contract/api-client';
import { authText } from './auth.ts';
import { useText, useUiText } from './language.tsx';
import { useErrorMessage } from './use-error-message.ts';

/**
 * Returns a function that gives a login's error message: the area's text for wrong credentials, the server's for any
 * other fault, and our own if the server did not respond.
 */
export function useLoginErrorMessage(area: 'center' | 'doctor' | 'admin'): (error: Error | null) => string | undefined {
  const t = useText(authText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  return (error) => {
    if (error === null) return undefined;
    if (!(error instanceof ApiError)) return ui('error.noAnswer');
    if (area === 'admin') return errorMessage(error.userMessage) || t('login.invalidAdmin');
    return error.code === 'invalid_credentials' ? t('login.invalid') : errorMessage(error.userMessage);
  };
}
