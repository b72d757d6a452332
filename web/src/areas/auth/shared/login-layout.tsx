import type { FormEventHandler, ReactNode } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { type Area, areas } from '../../../app/layout/area.ts';
import { AuthLayout, type AuthLayoutProps } from '../../../app/layout/auth-layout.tsx';
import { resolveNextPath } from '../../../app/routing/next-path.ts';
import { useSession } from '../../../app/session/session.tsx';
import { authText } from '../../../text/auth.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { forgotPath } from './forgot-path.ts';

interface LoginLayoutProps extends Omit<AuthLayoutProps, 'aside'> {
  area: Area;
}

/**
 * Renders the page around a login form. Redirects a user who is already signed in for the area to `next` or the
 * dashboard.
 */
export function LoginLayout({ area, ...layout }: LoginLayoutProps) {
  const { user, isAuthenticated } = useSession();
  const [search] = useSearchParams();
  const isSignedIn = isAuthenticated && user?.role === areas[area].role;
  if (isSignedIn) return <Navigate to={resolveNextPath(area, search.get('next'))} replace />;
  return <AuthLayout {...layout} />;
}

interface LoginFormProps {
  area: Area;
  onSubmit: FormEventHandler;
  isBusy: boolean;
  /** The message of the last error. */
  errorMessage: string | undefined;
  submitLabel: string;
  submittingLabel: string;
  /** Content below the button. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Shows the login form: the fields, the last error, the link to reset the password, and the button. */
export function LoginForm({
  area,
  onSubmit,
  isBusy,
  errorMessage,
  submitLabel,
  submittingLabel,
  foot,
  children,
}: LoginFormProps) {
  const t = useText(authText);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {errorMessage && (
        <Note variant="danger" title={t('login.failed')} live="off">
          {errorMessage}
        </Note>
      )}
      {children}
      <Link
        to={forgotPath(area)}
        className="-my-2 flex min-h-6 items-center self-start text-small font-thing text-primary-text hover:underline"
      >
        {t('forgot.link')}
      </Link>
      <Button type="submit" variant="primary" size="large" busy={isBusy} busyLabel={submittingLabel}>
        {submitLabel}
      </Button>
      {foot}
    </form>
  );
}
