import { screenPath } from '@medcloud/contract/screens';
import type { Exam } from '@medcloud/contract/shapes/exams';
import { Download, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { fromList } from '../../../lib/back-link.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useExamDownload } from '../../../preview/use-exam-download.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { ExamTypeBadge, type ExamTypeName } from '../../../ui/data/exam-type-badge.tsx';
import { useDialogSlot } from '../../../ui/overlays/dialog-slot.tsx';

const ExamPreview = lazyComponent(async () => (await import('../../../preview/exam-preview.tsx')).ExamPreview);

/** Returns a function that opens an exam in the viewer, from which the Back button returns to the list. */
export function useViewExam(): (examId: string) => void {
  const navigate = useNavigate();
  return (examId) => void navigate(screenPath('examView', { examId }), { state: fromList });
}

/** Opens what is in an exam: its series and files, with their downloads. `dialogSlot` is where it is rendered. */
export function useExamContents(): { open: (examId: string) => void; dialogSlot: ReactNode } {
  const { show, dialogSlot } = useDialogSlot();
  const open = (examId: string) => show(<ExamPreview examId={examId} onClose={() => show(null)} />);
  return { open, dialogSlot };
}

/** Shows the latest exam's type, or that there is none. */
export function LatestExam({ type }: { type: ExamTypeName | undefined }) {
  const ui = useUiText();
  if (type) return <ExamTypeBadge type={type} />;
  return (
    <span className="whitespace-nowrap text-ink-faint in-data-selected:text-ink-muted">{ui('examType.none')}</span>
  );
}

interface ExamFileProps {
  exam: { id: string; fileName: string };
}

/** Downloads an exam's original file. */
export function DownloadExam({ exam }: { exam: Exam }) {
  const t = useText('center');
  const { download, dialogSlot } = useExamDownload();
  return (
    <>
      <IconButton
        icon={Download}
        label={t('exams.downloadOf', { file: exam.fileName })}
        onClick={() => void download(exam)}
      />
      {dialogSlot}
    </>
  );
}

/** Opens an exam in the viewer. */
export function ViewExam({ exam }: ExamFileProps) {
  const t = useText('center');
  const view = useViewExam();
  return <IconButton icon={Eye} label={t('exams.viewOf', { file: exam.fileName })} onClick={() => view(exam.id)} />;
}
