import { screens } from '@medcloud/contract/screens';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useText } from '../../text/language.tsx';
import { uploadText } from '../../text/upload.ts';
import { isInProgress } from '../../upload/queue.ts';
import { useUploadList, useUploads } from '../../upload/upload-provider.tsx';
import { useSession } from './session.tsx';

const ConfirmDialog = lazyComponent(async () => (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog);

/** The way out. While uploads are under way it asks first: a session that is logged out may send no more of them. */
export function useLogOut(): { logOut: () => void; dialog: ReactNode } {
  const t = useText(uploadText);
  const { signOut } = useSession();
  const navigate = useNavigate();
  const uploads = useUploads();
  const count = useUploadList().filter(isInProgress).length;
  const [isConfirming, setConfirming] = useState(false);
  const signOutAndLeave = () => {
    uploads.close();
    // flushed: the guard must not be there any more when the session ends, else it would lead to its login
    void signOut(() => navigate(screens.home, { flushSync: true }));
  };
  // What was asked about may have ended meanwhile: then there is nothing left to ask.
  const dialog = isConfirming && count > 0 && (
    <ConfirmDialog
      open
      danger
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
