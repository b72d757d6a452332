import { Link, Outlet, useLocation } from 'react-router';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Guard } from '../routing/guards.tsx';
import { MessageScreen } from '../routing/message-screen.tsx';
import { loginPath } from '../routing/next-path.ts';

/**
 * Shown if an exam's URL opens without a session. It belongs to no area, so the user selects a login, which leads back.
 */
function LoginChoice() {
  const t = useText('viewer');
  const { pathname, search, hash } = useLocation();
  const nextPath = `${pathname}${search}${hash}`;
  return (
    <MessageScreen title={t('signIn.title')} text={t('signIn.text')}>
      <Button asChild variant="primary">
        <Link to={loginPath('doctor', nextPath)}>{t('signIn.doctor')}</Link>
      </Button>
      <Button asChild>
        <Link to={loginPath('center', nextPath)}>{t('signIn.center')}</Link>
      </Button>
    </MessageScreen>
  );
}

/** The viewer's layout: no shell, the exam fills the window. */
export function ExamArea() {
  return (
    <Guard loginChoice={<LoginChoice />} placeholder={<div className="fixed inset-0 bg-v-chrome" />}>
      <Outlet />
    </Guard>
  );
}
