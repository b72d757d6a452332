import type { ReactNode } from 'react';
import { readStoredSession } from '../calls/client/stored-session.ts';
import { useDownload } from '../calls/download.ts';
import { useSessionQuery } from '../calls/session.ts';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { useDialogSlot } from '../ui/overlays/dialog-slot.tsx';
import type { ExamToDownload } from './download-dialog.tsx';

const DownloadDialog = lazyComponent(async () => (await import('./download-dialog.tsx')).DownloadDialog);
const InfectedDownloadDialog = lazyComponent(
  async () => (await import('./download-dialog.tsx')).InfectedDownloadDialog,
);

/**
 * Returns a function that downloads an exam: a doctor chooses between its images and documents and the original; a
 * center gets the original, and confirms it if a virus was found. Render `dialogSlot` beside the button.
 */
export function useExamDownload(): { download: (exam: ExamToDownload) => Promise<void>; dialogSlot: ReactNode } {
  const startDownload = useDownload();
  const { data: principal } = useSessionQuery(readStoredSession());
  const { show, dialogSlot } = useDialogSlot();
  const download = async (exam: ExamToDownload) => {
    const close = () => show(null);
    if (principal?.user.role === 'doctor') show(<DownloadDialog exam={exam} onClose={close} />);
    else if (exam.scan === 'infected') show(<InfectedDownloadDialog exam={exam} onClose={close} />);
    else await startDownload(exam.id);
  };
  return { download, dialogSlot };
}
