import type { Exam } from '@medcloud/contract/shapes/exams';
import { ScanBadge } from '../../../preview/scan-badge.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';

/** Shows an exam's status and virus check in a list. A found virus is the reason why the exam needs attention. */
export function ExamBadges({ exam, isShort = false }: { exam: Pick<Exam, 'status' | 'scan'>; isShort?: boolean }) {
  const { status, scan } = exam;
  const isHidden = (isShort && status === 'completed') || (scan === 'infected' && status === 'needs-attention');
  return (
    <>
      {!isHidden && <StatusBadge status={status} />}
      {status !== 'withdrawn' && <ScanBadge exam={exam} />}
    </>
  );
}
