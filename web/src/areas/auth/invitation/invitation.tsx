import { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import type { Invitation as InvitationFacts } from '@medcloud/contract/shapes/team';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { useSession } from '../../../app/session/session.tsx';
import { useAcceptInvitation, useInvitation, useJoinByInvitation } from '../../../calls/team.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { ResultScreen } from '../shared/result-screen.tsx';
import { signInNameState } from '../shared/sign-in-name-state.ts';
import { InvitationDetails } from './invitation-details.tsx';
import { JoinAsKnown } from './join-as-known.tsx';
import { JoinAsNew } from './join-as-new.tsx';

const hasCode = (error: Error | null, ...codes: string[]) =>
  error instanceof ApiError && error.code !== undefined && codes.includes(error.code);

function DeadInvitation() {
  const t = useText('center/team.invitation');
  return <ResultScreen title={t('deadTitle')} lead={t('dead')} next={null} />;
}

/** The membership has begun. Leads to the center's sign-in with the name filled in. */
function Joined({ centerName, signInName }: { centerName: string; signInName: string }) {
  const t = useText('center/team.invitation');
  const navigate = useNavigate();
  const { user, signOut } = useSession();
  const goToSignIn = () => navigate(screens.centerLogin, { state: signInNameState(signInName), flushSync: true });
  // the center's sign-in is closed to who is signed in at a center
  const go = () => (user?.role === 'medical_center' ? void signOut(goToSignIn) : void goToSignIn());
  return (
    <ResultScreen
      title={t('joinedTitle', { center: centerName })}
      lead={t('joinedText', { signInName })}
      next={
        <Button variant="primary" size="large" onClick={go}>
          {t('signIn')}
        </Button>
      }
    />
  );
}

function OpenInvitation({ token, invitation }: { token: string; invitation: InvitationFacts }) {
  const t = useText('center/team.invitation');
  const accept = useAcceptInvitation();
  const join = useJoinByInvitation();
  const { centerName, displayName, hasAccount } = invitation;
  const joined = accept.data ?? join.data;
  if (joined) return <Joined {...{ centerName }} signInName={joined.signInName} />;
  if (hasCode(accept.error, 'link_invalid') || hasCode(join.error, 'link_invalid')) return <DeadInvitation />;
  // the address may have got an account since the page opened
  const isKnown = hasAccount || hasCode(accept.error, 'sign_in_first');
  return (
    <AuthLayout title={t('title', { center: centerName })} lead={t('invited', { name: displayName })}>
      <InvitationDetails invitation={invitation} />
      {isKnown ? <JoinAsKnown {...{ token, invitation, join }} /> : <JoinAsNew {...{ token, accept }} />}
    </AuthLayout>
  );
}

function FoundInvitation({ token }: { token: string }) {
  const t = useText('center/team.invitation');
  const ui = useUiText();
  const describeFailure = useFailure();
  const { data, error, isFetching, refetch } = useInvitation(token);
  if (data) return <OpenInvitation token={token} invitation={data} />;
  if (hasCode(error, 'link_invalid', 'validation')) return <DeadInvitation />;
  return (
    <AuthLayout title={t('openTitle')}>
      {error ? (
        <ErrorState
          title={t('openFailed')}
          text={describeFailure(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <SkeletonRows rows={4} label={ui('list.loading')} />
      )}
    </AuthLayout>
  );
}

/**
 * Joins a center by a mailed invitation. Its token is in the fragment, which logs and Referer headers do not contain, and
 * leaves the address at once, since the link works for days.
 */
export function Invitation() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => hash.slice(1));
  useEffect(() => {
    if (token !== '') void navigate(screens.invitation, { replace: true });
  }, [token, navigate]);
  return token === '' ? <DeadInvitation /> : <FoundInvitation token={token} />;
}
