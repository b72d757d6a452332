import type { Exam } from '@medcloud/contract/shapes/exams';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { ContentBadge } from '../../../preview/content-badge.tsx';
import { ListedExam } from '../../../preview/listed-exam.tsx';
import { useText } from '../../../text/language.tsx';
import { Badge } from '../../../ui/data/badge.tsx';

const ExamPreview = lazyComponent(async () => (await import('../../../preview/exam-preview.tsx')).ExamPreview);

type ExamOfPatient = Omit<Exam, 'patientId'>;

/** Says that the exam's files name another person, and in what they differ from the record. */
function MismatchBadge({ mismatch }: { mismatch: NonNullable<Exam['mismatch']> }) {
  const t = useText('upload.mismatch');
  const fields = mismatch.differences.map(({ field }) => t(`field.${field}`)).join(', ');
  return (
    <Badge variant="warn" icon={TriangleAlert}>
      {t(mismatch.cause === 'not-compared' ? 'mark.notCompared' : 'mark.confirmed')}
      {fields !== '' && `: ${fields}`}
    </Badge>
  );
}

/** One exam of the patient, with the center's notes. */
export function PatientExamRow({ exam, image }: { exam: ExamOfPatient; image: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const notes = exam.notes?.trim();
  return (
    <>
      <ListedExam
        exam={exam}
        image={image}
        note={notes === undefined || notes === '' ? undefined : <bdi title={notes}>{notes}</bdi>}
        marks={
          <>
            {exam.mismatch && <MismatchBadge mismatch={exam.mismatch} />}
            <ContentBadge exam={exam} />
          </>
        }
        onDetails={() => setOpen(true)}
      />
      {isOpen && <ExamPreview examId={exam.id} onClose={() => setOpen(false)} />}
    </>
  );
}
