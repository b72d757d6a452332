import { screens } from '@medcloud/contract/screens';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useLeaveGuard } from '../../lib/leave-guard.ts';
import { useText } from '../../text/language.tsx';
import { isInProgress } from '../../upload/queue.ts';
import { useUploadList, useUploads } from '../../upload/upload-provider.tsx';
import { useSession } from './session.tsx';

const ConfirmDialog = lazyComponent(async () => (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog);

/** Logs out. Asks first while uploads are in progress, because they end with the session, and about unsent text. */
export function useLogOut(): { logOut: () => void; dialog: ReactNode } {
  const t = useText('frame.uploads');
  const { signOut } = useSession();
  const navigate = useNavigate();
  const { confirmLeave } = useLeaveGuard();
  const uploads = useUploads();
  const count = useUploadList().filter(isInProgress).length;
  const [isConfirming, setConfirming] = useState(false);
  const signOutAndLeave = () =>
    confirmLeave(() => {
      uploads.close();
      // flushSync: the guard must be unmounted before the session ends, otherwise it redirects to its login
      void signOut(() => navigate(screens.home, { flushSync: true }));
    });
  // The uploads may have ended meanwhile: then no confirmation is needed.
  const dialog = isConfirming && count > 0 && (
    <ConfirmDialog
      open
      isDangerous
      onClose={() => setConfirming(false)}
      title={t('leave.title', { count })}
      text={t('leave.text', { count })}
      confirmLabel={t('leave.logOut')}
      cancelLabel={t('leave.stay')}
      onConfirm={signOutAndLeave}
    />
  );
  return { logOut: () => (count > 0 ? setConfirming(true) : signOutAndLeave()), dialog };
}
