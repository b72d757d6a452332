import type { Exam } from '@medcloud/contract/shapes/exams';
import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { ContentBadge } from '../../../preview/content-badge.tsx';
import { ListedExam } from '../../../preview/listed-exam.tsx';
import { MismatchBadge } from '../../../preview/mismatch-badge.tsx';

const ExamPreview = lazyComponent(async () => (await import('../../../preview/exam-preview.tsx')).ExamPreview);

type ExamOfPatient = Omit<Exam, 'patientId'>;

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
