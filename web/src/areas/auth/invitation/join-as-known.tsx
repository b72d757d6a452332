import { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import type { Invitation } from '@medcloud/contract/shapes/team';
import { LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { useSession } from '../../../app/session/session.tsx';
import type { useJoinByInvitation } from '../../../calls/team.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { signInNameState } from '../shared/sign-in-name-state.ts';

/** Asks to sign in with the account of the address, after logging out of another one. */
function SignInFirst({ email }: { email: string }) {
  const t = useText('center/team.invitation');
  const ui = useUiText();
  const { user, signOut } = useSession();
  const actions = user ? (
    <Button icon={LogOut} onClick={() => void signOut(() => undefined)}>
      {ui('shell.logOut')}
    </Button>
  ) : (
    <>
      <Button asChild>
        <Link to={screens.centerLogin} state={signInNameState(email)}>
          {t('signInCenter')}
        </Link>
      </Button>
      <Button asChild>
        <Link to={screens.doctorLogin}>{t('signInDoctor')}</Link>
      </Button>
    </>
  );
  return (
    <div className="flex flex-col gap-4">
      <Note title={t('signInFirst', { email })} live="status">
        {t('signInFirstText')} {user && t('otherAccount', { email: user.email })}
      </Note>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </div>
  );
}

interface JoinAsKnownProps {
  token: string;
  invitation: Invitation;
  join: ReturnType<typeof useJoinByInvitation>;
}

/** Joins with the account of the invited address, which has to be signed in. */
export function JoinAsKnown({ token, invitation: { email }, join }: JoinAsKnownProps) {
  const t = useText('center/team.invitation');
  const describeFailure = useFailure();
  const { user } = useSession();
  if (user?.email.toLowerCase() !== email.toLowerCase()) return <SignInFirst email={email} />;
  const isRefused = join.error instanceof ApiError && join.error.code === 'conflict';
  const failure = isRefused ? t('wrongKind') : describeFailure(join.error);
  return (
    <div className="flex flex-col gap-5">
      <p>{t('knownLead')}</p>
      {failure !== undefined && (
        <Note variant="danger" title={t('joinFailed')}>
          {failure}
        </Note>
      )}
      <Button
        variant="primary"
        size="large"
        busy={join.isPending}
        busyLabel={t('joining')}
        onClick={() => join.mutate({ body: { token } })}
      >
        {t('join')}
      </Button>
    </div>
  );
}
