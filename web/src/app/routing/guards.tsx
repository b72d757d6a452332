import { screens } from '@medcloud/contract/screens';
import type { Role } from '@medcloud/contract/shapes/accounts';
import { Fragment, type ReactNode } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { usePublicSettings } from '../../calls/auth.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { frameText } from '../../text/frame.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { type Area, areas, homeOf } from '../layout/area.ts';
import { ShellSkeleton } from '../layout/area-shell.tsx';
import { useSession } from '../session/session.tsx';
import { SessionExpiry } from '../session/session-expiry.tsx';
import { guardRoute } from './guard-route.ts';
import { MessageScreen } from './message-screen.tsx';
import { loginPath } from './next-path.ts';

const FirstPassword = lazyComponent(async () => (await import('../session/first-password.tsx')).FirstPassword);

/** Signed in, but for another area: says so, with the way to one's own. */
function WrongRole({ ownRole, requiredRole }: { ownRole: Role; requiredRole: Role }) {
  const t = useText(frameText);
  return (
    <MessageScreen title={t(`guard.only.${requiredRole}`)} text={t(`guard.mine.${ownRole}`)}>
      <Button asChild variant="primary">
        <Link to={homeOf(ownRole)}>{t('guard.toDashboard')}</Link>
      </Button>
    </MessageScreen>
  );
}

/** The portal did not say whether the session stands: nothing is thrown away, one may ask again. */
function SessionError({ onRetry }: { onRetry: () => void }) {
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
function LoginRedirect({ area }: { area: Area | undefined }) {
  const { pathname, search, hash } = useLocation();
  const to = area ? loginPath(area, `${pathname}${search}${hash}`) : screens.home;
  return <Navigate to={to} replace />;
}

/** Where a given password must be changed before anything answers, that is all there is to do (product, "Sessions"). */
function PasswordChangeGuard({ area, children }: { area: Area | undefined; children: ReactNode }) {
  const { user } = useSession();
  const isTemporary = user?.mustChangePassword ?? false;
  const { data, isPending, refetch } = usePublicSettings({ enabled: isTemporary });
  if (!isTemporary) return children;
  if (data === undefined)
    return isPending ? <ShellSkeleton area={area} /> : <SessionError onRetry={() => void refetch()} />;
  return data.passwordChangeFirst ? <FirstPassword /> : children;
}

interface GuardProps {
  area?: Area;
  /** Instead of going to sign in: where no area says at which door. */
  loginChoice?: ReactNode;
  /** Instead of the area's frame, while the portal is asked who is signed in. */
  placeholder?: ReactNode;
  children?: ReactNode;
}

/** Lets in who is signed in for this area; without one, whoever is signed in (product, "Sessions"). */
export function Guard({ area, loginChoice, placeholder, children }: GuardProps) {
  const role = area && areas[area].role;
  const { user, isLoading, hasFailed, retry } = useSession();
  switch (guardRoute({ isLoading, hasFailed, role: user?.role }, role)) {
    case 'enter':
      return (
        // Another person signing in gets a screen of their own, with nothing of the last one's on it.
        <Fragment key={user?.id}>
          <PasswordChangeGuard area={area}>{children ?? <Outlet />}</PasswordChangeGuard>
          <SessionExpiry />
        </Fragment>
      );
    case 'skeleton':
      return placeholder ?? <ShellSkeleton area={area} />;
    case 'no-answer':
      return <SessionError onRetry={retry} />;
    case 'sign-in':
      return loginChoice ?? <LoginRedirect area={area} />;
    case 'other-role':
      return user && role && <WrongRole ownRole={user.role} requiredRole={role} />;
  }
}
