import { screens } from '@medcloud/contract/screens';
import { FileUp } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../text/language.tsx';
import type { CarriedFiles } from './carried-files.ts';
import { usePageDrop } from './page-drop.ts';

/** Covers the page while files are dragged over it. */
function DropOverlay({ hasPatient }: { hasPatient: boolean }) {
  const t = useText('frame.uploads');
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-scrim p-4 max-md:hidden"
    >
      <div className="flex max-w-120 flex-col items-center gap-1 rounded-dialog border-2 border-dashed border-primary bg-raised px-10 py-8 text-center shadow-float">
        <FileUp size={32} className="mb-2 text-primary" aria-hidden="true" />
        <p className="text-h2-large">{t('anywhere.title')}</p>
        <p className="text-body text-ink-muted">{t(hasPatient ? 'anywhere.ofPatient' : 'anywhere.text')}</p>
      </div>
    </div>
  );
}

/** Listens on every screen but the upload, which takes its files itself. */
export function DropTarget({ put }: Pick<CarriedFiles, 'put'>) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const patientId = new URLSearchParams(search).get('patient');
  const query = patientId === null ? '' : `?${new URLSearchParams({ patientId })}`;
  const isOver = usePageDrop((files) => void navigate(`${screens.centerUpload}${query}`, { state: put(files) }));
  return isOver && <DropOverlay hasPatient={patientId !== null} />;
}
