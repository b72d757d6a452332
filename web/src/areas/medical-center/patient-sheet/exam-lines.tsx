import type { Exam } from '@medcloud/contract/shapes/exams';
import { useIsNarrow } from '../../../lib/media.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { ExamTypeBadge } from '../../../ui/data/exam-type-badge.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { ExamBadges } from '../shared/exam-badges.tsx';
import { DownloadExam, PreviewExam } from '../shared/exam-buttons.tsx';

interface ExamLinesProps {
  exams: readonly Exam[];
  /** Without it, a line only offers its file. */
  onDetails?: (examId: string) => void;
}

/** Lists a patient's exams, each with its file. */
export function ExamLines({ exams, onDetails }: ExamLinesProps) {
  const t = useText('center');
  const format = useFormat();
  const isNarrow = useIsNarrow();
  return (
    <ul aria-label={t('sheet.exams')} className="divide-y divide-line">
      {exams.map((exam) => (
        <li key={exam.id} className="-mr-1.5 flex min-h-14 items-center gap-1 py-1.5">
          <span className="mr-2 min-w-0 flex-1">
            <TwoLines
              first={<bdi title={exam.fileName}>{exam.fileName}</bdi>}
              second={
                <span className="figures">
                  {format.day(exam.examDate)} · {format.megabytes(exam.fileSize)}
                </span>
              }
            />
            <span className="flex flex-wrap gap-1 not-empty:mt-1">
              {isNarrow && <ExamTypeBadge type={exam.examType} />}
              <ExamBadges exam={exam} isShort />
            </span>
          </span>
          <span className="mr-1 flex max-md:hidden">
            <ExamTypeBadge type={exam.examType} />
          </span>
          {onDetails && <PreviewExam exam={exam} onDetails={onDetails} />}
          <DownloadExam exam={exam} />
        </li>
      ))}
    </ul>
  );
}
