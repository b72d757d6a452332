import { Outlet } from 'react-router';
import { UploadProvider } from '../../upload/upload-provider.tsx';
import { useSession } from '../session/session.tsx';

/** Provides uploads above the screens, so they continue across pages and while an expired session is renewed. */
export function UploadLayout() {
  const { principalId } = useSession();
  return (
    <UploadProvider owner={principalId}>
      <Outlet />
    </UploadProvider>
  );
}
