import type { Area } from '../../../app/layout/area.ts';
import { type SignInResult, useSession } from '../../../app/session/session.tsx';
import { authText } from '../../../text/auth.ts';
import { useText } from '../../../text/language.tsx';
import { useLoginErrorMessage } from '../../../text/login-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';

/** Returns the login callbacks: success starts the session, an error shows a toast (specification, section 8). */
export function useSignIn(area: Area) {
  const session = useSession();
  const toast = useToast();
  const t = useText(authText);
  const loginErrorMessage = useLoginErrorMessage(area);
  return {
    onSuccess: (start: SignInResult) => {
      session.signIn(start);
      toast({ title: t('login.success'), text: t(`login.${area}Welcome`) });
    },
    onError: (error: Error) => {
      toast({ variant: 'danger', title: t('login.failed'), text: loginErrorMessage(error) ?? '' });
    },
  };
}
