import { Download, Eye } from 'lucide-react';
import { useDownload } from '../../calls/download.ts';
import { centerText } from '../../text/center.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { ExamTypeBadge, type ExamTypeName } from '../../ui/exam-type-badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** The latest exam's type, or that there is none. */
export function LatestExam({ type }: { type: ExamTypeName | undefined }) {
  const ui = useUiText();
  if (type) return <ExamTypeBadge type={type} />;
  return (
    <span className="whitespace-nowrap text-ink-faint in-data-selected:text-ink-muted">{ui('examType.none')}</span>
  );
}

interface ExamFile {
  exam: { id: string; fileName: string };
}

/** Hands over an exam's original file. */
export function DownloadExam({ exam }: ExamFile) {
  const t = useText(centerText);
  const download = useDownload();
  return (
    <IconButton
      icon={Download}
      label={t('exams.downloadOf', { file: exam.fileName })}
      onClick={() => void download(exam.id)}
    />
  );
}

/** Opens an exam: its facts, its seal, its file. */
export function PreviewExam({ exam, onOpen }: ExamFile & { onOpen: (examId: string) => void }) {
  const t = useText(centerText);
  return (
    <IconButton icon={Eye} label={t('exams.previewOf', { file: exam.fileName })} onClick={() => onOpen(exam.id)} />
  );
}
