import { screens } from '@medcloud/contract/screens';
import type { Role } from '@medcloud/contract/shapes/accounts';
import { Fragment, type ReactNode } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { usePublicSettings } from '../../calls/auth.ts';
import { frameText } from '../../text/frame.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { later } from '../../ui/feedback/later.tsx';
import { type Area, areas, homeOf } from '../layout/area.ts';
import { ShellSkeleton } from '../layout/area-shell.tsx';
import { useSession } from '../session/session.tsx';
import { SessionEnd } from '../session/session-expiry.tsx';
import { admit } from './guard-rule.ts';
import { MessageScreen } from './message-screen.tsx';
import { loginWith } from './next-path.ts';

const FirstPassword = later(async () => (await import('../session/first-password.tsx')).FirstPassword);

/** Signed in, but for another area: says so, with the way to one's own. */
function OtherRole({ mine, wanted }: { mine: Role; wanted: Role }) {
  const t = useText(frameText);
  return (
    <MessageScreen title={t(`guard.only.${wanted}`)} text={t(`guard.mine.${mine}`)}>
      <Button asChild variant="primary">
        <Link to={homeOf(mine)}>{t('guard.toDashboard')}</Link>
      </Button>
    </MessageScreen>
  );
}

/** The portal did not say whether the session stands: nothing is thrown away, one may ask again. */
function NoAnswer({ onRetry }: { onRetry: () => void }) {
  const t = useUiText();
  return (
    <MessageScreen title={t('error.title')} text={t('error.noAnswer')}>
      <Button variant="primary" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </MessageScreen>
  );
}

/** Where one signs in to come back here; without an area of its own (the account page) the three doors of home. */
function SignIn({ area }: { area: Area | undefined }) {
  const { pathname, search, hash } = useLocation();
  const to = area ? loginWith(area, `${pathname}${search}${hash}`) : screens.home;
  return <Navigate to={to} replace />;
}

/** Where a given password must be changed before anything answers, that is all there is to do (product, "Sessions"). */
function OwnPassword({ area, children }: { area: Area | undefined; children: ReactNode }) {
  const { user } = useSession();
  const isGiven = user?.mustChangePassword ?? false;
  const { data, isPending, refetch } = usePublicSettings({ enabled: isGiven });
  if (!isGiven) return children;
  if (data === undefined)
    return isPending ? <ShellSkeleton area={area} /> : <NoAnswer onRetry={() => void refetch()} />;
  return data.passwordChangeFirst ? <FirstPassword /> : children;
}

interface GuardProps {
  area?: Area;
  /** Instead of going to sign in: where no area says at which door. */
  door?: ReactNode;
  /** Instead of the area's frame, while the portal is asked who is signed in. */
  waiting?: ReactNode;
  children?: ReactNode;
}

/** Lets in who is signed in for this area; without one, whoever is signed in (product, "Sessions"). */
export function Guard({ area, door, waiting, children }: GuardProps) {
  const role = area && areas[area].role;
  const { user, isAsking, hasFailed, askAgain } = useSession();
  switch (admit({ isAsking, hasFailed, role: user?.role }, role)) {
    case 'enter':
      return (
        // Another person signing in gets a screen of their own, with nothing of the last one's on it.
        <Fragment key={user?.id}>
          <OwnPassword area={area}>{children ?? <Outlet />}</OwnPassword>
          <SessionEnd />
        </Fragment>
      );
    case 'skeleton':
      return waiting ?? <ShellSkeleton area={area} />;
    case 'no-answer':
      return <NoAnswer onRetry={askAgain} />;
    case 'sign-in':
      return door ?? <SignIn area={area} />;
    case 'other-role':
      return user && role && <OtherRole mine={user.role} wanted={role} />;
  }
}
