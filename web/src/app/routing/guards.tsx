import { screens } from '@medcloud/contract/screens';
import type { Role } from '@medcloud/contract/shapes/accounts';
import { Fragment, type ReactNode, useState } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { usePublicSettings } from '../../calls/auth.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { type Area, areas, homeOf } from '../layout/area.ts';
import { ShellSkeleton } from '../layout/area-shell.tsx';
import { useSession } from '../session/session.tsx';
import { SessionExpiry } from '../session/session-expiry.tsx';
import { guardRoute } from './guard-route.ts';
import { MessageScreen } from './message-screen.tsx';
import { loginPath } from './next-path.ts';

const FirstFactor = lazyComponent(async () => (await import('../factors/first-factor.tsx')).FirstFactor);
const FirstPassword = lazyComponent(async () => (await import('../session/first-password.tsx')).FirstPassword);

/** Shown to users of another area, with a link to their own dashboard. */
function WrongRole({ ownRole, requiredRole }: { ownRole: Role; requiredRole: Role }) {
  const t = useText('frame');
  return (
    <MessageScreen title={t(`guard.only.${requiredRole}`)} text={t(`guard.mine.${ownRole}`)}>
      <Button asChild variant="primary">
        <Link to={homeOf(ownRole)}>{t('guard.toDashboard')}</Link>
      </Button>
    </MessageScreen>
  );
}

/** Shown if the server did not confirm the session. The stored session stays, and the user can retry. */
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

/** Redirects to the area's login and back here afterwards. Without an area (the account page), redirects to home. */
function LoginRedirect({ area }: { area: Area | undefined }) {
  const { pathname, search, hash } = useLocation();
  const to = area ? loginPath(area, `${pathname}${search}${hash}`) : screens.home;
  return <Navigate to={to} replace />;
}

/** Shows only the password form if an assigned password must be changed first (product, "Sessions"). */
function PasswordChangeGuard({ area, children }: { area: Area | undefined; children: ReactNode }) {
  const { user } = useSession();
  const isTemporary = user?.mustChangePassword ?? false;
  const { data, isPending, refetch } = usePublicSettings({ enabled: isTemporary });
  if (!isTemporary) return children;
  if (data === undefined)
    return isPending ? <ShellSkeleton area={area} /> : <SessionError onRetry={() => void refetch()} />;
  return data.passwordChangeFirst ? <FirstPassword /> : children;
}

/** Shows only the set-up of a second factor while a required one is missing, and until its user goes on. */
function FactorSetupGuard({ children }: { children: ReactNode }) {
  const { user, retry } = useSession();
  const isDue = user?.factorSetup?.isDue ?? false;
  const [isOpen, setOpen] = useState(isDue);
  if (isDue && !isOpen) setOpen(true);
  if (!isOpen) return children;
  const close = async () => {
    await retry();
    setOpen(false);
  };
  return <FirstFactor onDone={() => void close()} />;
}

interface GuardProps {
  area?: Area;
  /** Shown without a session, where no area determines the login page. */
  loginChoice?: ReactNode;
  /** Shown while the session loads. Defaults to the area's skeleton. */
  placeholder?: ReactNode;
  children?: ReactNode;
}

/**
 * Renders its children for signed-in users of `area`; without an area, for any signed-in user (product, "Sessions").
 */
export function Guard({ area, loginChoice, placeholder, children }: GuardProps) {
  const role = area && areas[area].role;
  const { user, principalId, isLoading, hasFailed, retry } = useSession();
  switch (guardRoute({ isLoading, hasFailed, role: user?.role }, role)) {
    case 'enter':
      return (
        // The key resets all state if another user signs in.
        <Fragment key={principalId}>
          <PasswordChangeGuard area={area}>
            <FactorSetupGuard>{children ?? <Outlet />}</FactorSetupGuard>
          </PasswordChangeGuard>
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
