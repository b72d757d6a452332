import type { Area } from '../../../app/layout/area.ts';
import { type SessionStart, useSession } from '../../../app/session/session.tsx';
import { authText } from '../../../text/auth.ts';
import { useText } from '../../../text/language.tsx';
import { useLoginFailure } from '../../../text/login-failure.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';

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
