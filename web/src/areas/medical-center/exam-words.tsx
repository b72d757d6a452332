import { Download } from 'lucide-react';
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

/** Hands over an exam's original file. */
export function DownloadExam({ exam }: { exam: { id: string; fileName: string } }) {
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
