import { screens } from '@medcloud/contract/screens';
import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useLeaveGuard } from '../../lib/leave-guard.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { useSession } from './session.tsx';

/** On https an assigned password must be changed before anything else. Afterwards the requested page opens. */
export function FirstPassword() {
  const t = useText('frame');
  const ui = useUiText();
  const navigate = useNavigate();
  const { signOut } = useSession();
  const { confirmLeave } = useLeaveGuard();
  const logOut = () => confirmLeave(() => void signOut(() => navigate(screens.home, { flushSync: true })));
  return (
    <AuthLayout title={t('mustChange.firstTitle')} lead={t('mustChange.firstLead')} backTo={null}>
      <div className="flex flex-col items-start gap-6 *:first:w-full">
        <ChangePasswordForm submit={t('mustChange.firstSubmit')} isLarge />
        <Button variant="ghost" icon={LogOut} className="-ml-4" onClick={logOut}>
          {ui('shell.logOut')}
        </Button>
      </div>
    </AuthLayout>
  );
}
