import type { Exam } from '@medcloud/contract/shapes/exams';
import { Download, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useExamDownload } from '../../../preview/use-exam-download.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { ExamTypeBadge, type ExamTypeName } from '../../../ui/data/exam-type-badge.tsx';
import { useDialogSlot } from '../../../ui/overlays/dialog-slot.tsx';

const ExamPreview = lazyComponent(async () => (await import('../../../preview/exam-preview.tsx')).ExamPreview);

interface PreviewTarget {
  examId: string;
  note?: ReactNode;
  onDetails?: (() => void) | undefined;
}

/** Opens and closes an exam's preview. `onDetails` closes it first. `dialogSlot` is the place where it is rendered. */
export function useExamPreview(): { open: (target: PreviewTarget) => void; close: () => void; dialogSlot: ReactNode } {
  const { show, dialogSlot } = useDialogSlot();
  const close = () => show(null);
  const open = ({ examId, note, onDetails }: PreviewTarget) => {
    const details = () => {
      close();
      onDetails?.();
    };
    show(<ExamPreview examId={examId} note={note} onDetails={onDetails && details} onClose={close} />);
  };
  return { open, close, dialogSlot };
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

interface PreviewExamProps extends ExamFileProps {
  /** The word that the list uses (specification, section 2). */
  as?: 'preview' | 'view';
  onDetails?: (examId: string) => void;
}

/** Previews an exam: images, file hash and files. `onDetails` opens its sheet. */
export function PreviewExam({ exam, as = 'preview', onDetails }: PreviewExamProps) {
  const t = useText('center');
  const { open, dialogSlot } = useExamPreview();
  const details = onDetails && (() => onDetails(exam.id));
  return (
    <>
      <IconButton
        icon={Eye}
        label={t(`exams.${as}Of`, { file: exam.fileName })}
        onClick={() => open({ examId: exam.id, onDetails: details })}
      />
      {dialogSlot}
    </>
  );
}
