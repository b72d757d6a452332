import type { ExamOfPatient } from '@medcloud/contract/shapes/access';
import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { ContentBadge } from '../../../preview/content-badge.tsx';
import { ListedExam } from '../../../preview/listed-exam.tsx';
import { MismatchBadge } from '../../../preview/mismatch-badge.tsx';
import type { MenuItem } from '../../../ui/actions/menu-items.ts';

const ExamPreview = lazyComponent(async () => (await import('../../../preview/exam-preview.tsx')).ExamPreview);

interface DoctorExamRowProps {
  exam: ExamOfPatient;
  image: string | undefined;
  /** In a list of several patients. */
  patient?: string;
  menuItems?: readonly MenuItem[];
}

/** One exam of a doctor's list, with the center's notes. */
export function DoctorExamRow({ exam, image, patient, menuItems = [] }: DoctorExamRowProps) {
  const [isOpen, setOpen] = useState(false);
  const notes = exam.notes?.trim();
  return (
    <>
      <ListedExam
        exam={exam}
        image={image}
        patient={patient}
        isNew={exam.isNew}
        menuItems={menuItems}
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
