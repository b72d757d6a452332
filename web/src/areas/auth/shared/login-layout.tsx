import type { ReactNode } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { type Area, areas } from '../../../app/layout/area.ts';
import { AuthLayout, type AuthLayoutProps } from '../../../app/layout/auth-layout.tsx';
import { resolveNextPath } from '../../../app/routing/next-path.ts';
import { type SignInResult, useSession } from '../../../app/session/session.tsx';
import { Form, FormActions } from '../../../forms/form.tsx';
import type { Submission } from '../../../forms/use-submit.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import { forgotPath } from './forgot-path.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import type { SecondStepState } from './sign-in.ts';

const SecondPanel = lazyComponent(async () => (await import('./second-panel.tsx')).SecondPanel);

interface LoginLayoutProps extends Omit<AuthLayoutProps, 'aside'> {
  area: Area;
  secondStep: SecondStepState;
}

/**
 * Renders the page around a login form, or the second step in its place. Redirects a user who is already signed in for
 * the area to `next` or the dashboard.
 */
export function LoginLayout({ area, secondStep, ...layout }: LoginLayoutProps) {
  const t = useText('auth');
  const { user, isAuthenticated } = useSession();
  const [search] = useSearchParams();
  const isSignedIn = isAuthenticated && user?.role === areas[area].role;
  if (isSignedIn) return <Navigate to={resolveNextPath(area, search.get('next'))} replace />;
  const { challenge, hasReturned, ...callbacks } = secondStep;
  if (challenge === null) return <AuthLayout {...layout} />;
  return (
    <AuthLayout title={t('login.oneMoreStep')} backTo={null}>
      <SecondPanel challenge={challenge} {...callbacks} />
    </AuthLayout>
  );
}

interface LoginFormProps {
  area: Area;
  submission: Submission;
  submitLabel: string;
  busyLabel: string;
  onSignedIn: (result: SignInResult) => void;
  /** Content below the buttons. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Shows the login form: the fields, the link to reset the password, the last error and the buttons. */
export function LoginForm({ area, submission, submitLabel, busyLabel, onSignedIn, foot, children }: LoginFormProps) {
  const t = useText('auth');
  return (
    <Form submission={submission}>
      {children}
      <Link
        to={forgotPath(area)}
        className="-my-2 flex min-h-6 items-center self-start text-small font-strong text-primary-text hover:underline"
      >
        {t('forgot.link')}
      </Link>
      <FormActions
        isLarge
        live="off"
        submitLabel={submitLabel}
        busyLabel={busyLabel}
        failureTitle={t('login.failed')}
      />
      <PasskeySignIn area={area} onSignedIn={onSignedIn} />
      {foot}
    </Form>
  );
}
