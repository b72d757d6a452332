import { Link, Outlet, useLocation } from 'react-router';
import { useText } from '../../text/language.tsx';
import { viewerText } from '../../text/viewer.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Guard } from '../routing/guards.tsx';
import { MessageScreen } from '../routing/message-screen.tsx';
import { loginWith } from '../routing/next-path.ts';

/** An exam's address was opened without a session: it belongs to no area, so one says who one is, and comes back here. */
function WhichDoor() {
  const t = useText(viewerText);
  const { pathname, search, hash } = useLocation();
  const wanted = `${pathname}${search}${hash}`;
  return (
    <MessageScreen title={t('door.title')} text={t('door.text')}>
      <Button asChild variant="primary">
        <Link to={loginWith('doctor', wanted)}>{t('door.doctor')}</Link>
      </Button>
      <Button asChild>
        <Link to={loginWith('center', wanted)}>{t('door.center')}</Link>
      </Button>
    </MessageScreen>
  );
}

/** Around the viewer: no shell, the whole window is the exam's. */
export function ExamArea() {
  return (
    <Guard door={<WhichDoor />} waiting={<div className="fixed inset-0 bg-v-chrome" />}>
      <Outlet />
    </Guard>
  );
}
