import type { Exam } from '@medcloud/contract/shapes/exams';
import { BugOff, FileWarning, ScanSearch } from 'lucide-react';
import { useText } from '../text/language.tsx';
import { Badge } from '../ui/data/badge.tsx';

/** Shows what an exam's files carry, or what the virus scanner found. Nothing for an ordinary exam. */
export function ContentBadge({ exam: { marks, scan } }: { exam: Pick<Exam, 'marks' | 'scan'> }) {
  const t = useText('exams.content');
  if (scan === 'infected')
    return (
      <Badge variant="bad" icon={BugOff}>
        {t('badge.infected')}
      </Badge>
    );
  return (
    <>
      {scan === 'waiting' && (
        <Badge variant="info" icon={ScanSearch}>
          {t('badge.waiting')}
        </Badge>
      )}
      {marks && (
        <Badge variant="warn" icon={FileWarning}>
          {t(marks.unchecked !== undefined && Object.keys(marks).length === 1 ? 'badge.unchecked' : 'badge.marked')}
        </Badge>
      )}
    </>
  );
}
