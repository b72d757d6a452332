import type { Exam } from '@medcloud/contract/shapes/exams';
import { MismatchBadge } from '../../../preview/mismatch-badge.tsx';
import { ScanBadge } from '../../../preview/scan-badge.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';

/**
 * Shows an exam's status, virus check and patient mismatch in a list. A found virus is the reason why the exam needs
 * attention; so is a mismatch that the center has not confirmed.
 */
export function ExamBadges({
  exam,
  isShort = false,
}: {
  exam: Pick<Exam, 'status' | 'scan' | 'mismatch'>;
  isShort?: boolean;
}) {
  const { status, scan, mismatch } = exam;
  const isHidden = (isShort && status === 'completed') || (scan === 'infected' && status === 'needs-attention');
  return (
    <>
      {!isHidden && <StatusBadge status={status} />}
      {status !== 'withdrawn' && <ScanBadge exam={exam} />}
      {mismatch?.confirmed && status !== 'withdrawn' && <MismatchBadge mismatch={mismatch} />}
    </>
  );
}
