import type { Exam } from '@medcloud/contract/shapes/exams';
import { useExamThumbnails } from '../../../calls/exams.ts';
import { ListedExam } from '../../../preview/listed-exam.tsx';
import { useText } from '../../../text/language.tsx';
import { ExamBadges } from '../shared/exam-badges.tsx';

interface ExamLinesProps {
  exams: readonly Exam[];
  onDetails: (examId: string) => void;
}

/** Lists a patient's exams, each with its file. */
export function ExamLines({ exams, onDetails }: ExamLinesProps) {
  const t = useText('center');
  const images = useExamThumbnails(exams);
  return (
    <ul aria-label={t('sheet.exams')} className="-mx-5 divide-y divide-line max-md:-mx-4">
      {exams.map((exam) => (
        <ListedExam
          key={exam.id}
          exam={exam}
          image={images.get(exam.id)}
          marks={<ExamBadges exam={exam} isShort />}
          onDetails={() => onDetails(exam.id)}
        />
      ))}
    </ul>
  );
}
