import type { Exam } from '@medcloud/contract/shapes/exams';
import { centerText } from '../../text/center.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { ExamTypeBadge } from '../../ui/exam-type-badge.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { DownloadExam } from './exam-words.tsx';

/** A patient's exams one under the other, each with its file. */
export function ExamLines({ exams }: { exams: readonly Exam[] }) {
  const t = useText(centerText);
  const format = useFormat();
  return (
    <ul aria-label={t('sheet.exams')} className="divide-y divide-line">
      {exams.map((exam) => (
        <li key={exam.id} className="flex min-h-14 items-center gap-3 py-1">
          <span className="min-w-0 flex-1">
            <TwoLines
              first={<bdi title={exam.fileName}>{exam.fileName}</bdi>}
              second={
                <span className="figures">
                  {format.day(exam.examDate)} · {format.megabytes(exam.fileSize)}
                </span>
              }
            />
          </span>
          {exam.status !== 'completed' && <StatusBadge status={exam.status} />}
          <ExamTypeBadge type={exam.examType} />
          <DownloadExam exam={exam} />
        </li>
      ))}
    </ul>
  );
}
