import { ApiError } from '@medcloud/contract/api-client';
import { authText } from './auth.ts';
import { useText, useUiText } from './language.tsx';
import { useErrorMessage } from './use-error-message.ts';

/** Why a login failed, in words: the area's own for wrong credentials, the portal's for anything else, and ours where it did not answer. */
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
