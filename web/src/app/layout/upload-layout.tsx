import { Outlet } from 'react-router';
import { UploadProvider } from '../../upload/upload-provider.tsx';
import { useSession } from '../session/session.tsx';

/** Uploads live above the screens: they go on from page to page, and through a session that has to be renewed. */
export function UploadLayout() {
  const { user } = useSession();
  return (
    <UploadProvider owner={user?.id}>
      <Outlet />
    </UploadProvider>
  );
}
