import { screens } from '@medcloud/contract/screens';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { CarriedFilesContext, createCarriedFiles } from './carried-files.ts';

const DropTarget = lazyComponent(async () => (await import('./drop-target.tsx')).DropTarget, null);

/**
 * Lets files be dropped on any screen inside it: the upload opens with them, and with the patient whose sheet is open.
 */
export function DropAnywhere({ isEnabled, children }: { isEnabled: boolean; children: ReactNode }) {
  const [carriedFiles] = useState(() => createCarriedFiles(() => crypto.randomUUID()));
  const { pathname } = useLocation();
  return (
    <CarriedFilesContext value={carriedFiles}>
      {children}
      {isEnabled && pathname !== screens.centerUpload && <DropTarget put={carriedFiles.put} />}
    </CarriedFilesContext>
  );
}
