import { PortalError } from '@medcloud/contract/caller';
import type { Area } from '../../app/area.ts';
import { type SessionStart, useSession } from '../../app/session.tsx';
import { authText } from '../../text/auth.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { useToast } from '../../ui/toast.tsx';

/** Why a login failed, in words: the area's own for wrong credentials, the portal's for anything else, and ours where it did not answer. */
export function useLoginFailure(area: Area): (error: Error | null) => string | undefined {
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

/** What follows a login: the session begins, or a toast says why not (specification, section 8). */
export function useSignIn(area: Area) {
  const session = useSession();
  const toast = useToast();
  const t = useText(authText);
  const failure = useLoginFailure(area);
  return {
    onSuccess: (start: SessionStart) => {
      session.signIn(start);
      toast({ title: t('login.success'), text: t(`login.${area}Welcome`) });
    },
    onError: (error: Error) => {
      toast({ tone: 'danger', title: t('login.failed'), text: failure(error) ?? '' });
    },
  };
}
