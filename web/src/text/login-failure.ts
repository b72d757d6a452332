import { PortalError } from '@medcloud/contract/caller';
import { authText } from './auth.ts';
import { useText, useUiText } from './language.tsx';
import { useSentence } from './sentences.ts';

/** Why a login failed, in words: the area's own for wrong credentials, the portal's for anything else, and ours where it did not answer. */
export function useLoginFailure(area: 'center' | 'doctor' | 'admin'): (error: Error | null) => string | undefined {
  const t = useText(authText);
  const ui = useUiText();
  const sentence = useSentence();
  return (error) => {
    if (error === null) return undefined;
    if (!(error instanceof PortalError)) return ui('error.noAnswer');
    if (area === 'admin') return sentence(error.sentence) || t('login.invalidAdmin');
    return error.code === 'invalid_credentials' ? t('login.invalid') : sentence(error.sentence);
  };
}
