import { screens } from '@medcloud/contract/screens';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../text/language.tsx';
import { uploadText } from '../../text/upload.ts';
import { later } from '../../ui/feedback/later.tsx';
import { isUnderWay } from '../../upload/queue.ts';
import { useUploadList, useUploads } from '../../upload/upload-provider.tsx';
import { useSession } from './session.tsx';

const ConfirmDialog = later(async () => (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog);

/** The way out. While uploads are under way it asks first: a session that is logged out may send no more of them. */
export function useLogOut(): { logOut: () => void; question: ReactNode } {
  const t = useText(uploadText);
  const { signOut } = useSession();
  const navigate = useNavigate();
  const uploads = useUploads();
  const count = useUploadList().filter(isUnderWay).length;
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    uploads.close();
    // flushed: the guard must not be there any more when the session ends, else it would lead to its login
    void signOut(() => navigate(screens.home, { flushSync: true }));
  };
  // What was asked about may have ended meanwhile: then there is nothing left to ask.
  const question = isAsking && count > 0 && (
    <ConfirmDialog
      open
      danger
      onClose={() => setAsking(false)}
      title={t('leave.title', { count })}
      text={t('leave.text', { count })}
      confirm={t('leave.logOut')}
      keep={t('leave.stay')}
      onConfirm={leave}
    />
  );
  return { logOut: () => (count > 0 ? setAsking(true) : leave()), question };
}
