import type { Exam } from '@medcloud/contract/shapes/exams';
import { FileWarning } from 'lucide-react';
import { useText } from '../text/language.tsx';
import { Badge } from '../ui/data/badge.tsx';
import { ScanBadge } from './scan-badge.tsx';

/** Shows what an exam's files carry, or what the virus scanner found. Nothing for an ordinary exam. */
export function ContentBadge({ exam }: { exam: Pick<Exam, 'marks' | 'scan'> }) {
  const t = useText('exams.content');
  const { marks, scan } = exam;
  return (
    <>
      <ScanBadge exam={exam} />
      {marks && scan !== 'infected' && (
        <Badge variant="warn" icon={FileWarning}>
          {t(marks.unchecked !== undefined && Object.keys(marks).length === 1 ? 'badge.unchecked' : 'badge.marked')}
        </Badge>
      )}
    </>
  );
}
