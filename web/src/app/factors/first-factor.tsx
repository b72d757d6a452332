import { screens } from '@medcloud/contract/screens';
import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useAccountSecurity } from '../../calls/account.ts';
import { useLeaveGuard } from '../../lib/leave-guard.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { useSession } from '../session/session.tsx';
import { SecurityFactors } from './security-factors.tsx';

/** A required second factor is set up before anything else. Another one may follow; then the requested page opens. */
export function FirstFactor({ onDone }: { onDone: () => void }) {
  const t = useText('account/factors.required');
  const ui = useUiText();
  const navigate = useNavigate();
  const { signOut } = useSession();
  const { confirmLeave } = useLeaveGuard();
  const { data: security } = useAccountSecurity();
  const hasFactor = security !== undefined && (security.totp !== null || security.passkeys.length > 0);
  const logOut = () => confirmLeave(() => void signOut(() => navigate(screens.home, { flushSync: true })));
  return (
    <AuthLayout title={t(hasFactor ? 'doneTitle' : 'title')} lead={t(hasFactor ? 'doneLead' : 'lead')} backTo={null}>
      <div className="flex flex-col gap-4">
        <SecurityFactors>
          {hasFactor && (
            <Button variant="primary" className="w-full" onClick={() => confirmLeave(onDone)}>
              {t('continue')}
            </Button>
          )}
        </SecurityFactors>
        <Button variant="ghost" icon={LogOut} className="-ml-4 self-start" onClick={logOut}>
          {ui('shell.logOut')}
        </Button>
      </div>
    </AuthLayout>
  );
}
