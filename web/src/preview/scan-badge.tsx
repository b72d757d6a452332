import type { Exam } from '@medcloud/contract/shapes/exams';
import { BugOff, ScanSearch } from 'lucide-react';
import { useText } from '../text/language.tsx';
import { Badge } from '../ui/data/badge.tsx';

/** Shows that an exam waits for the virus scanner, or what it found. Nothing for a checked exam. */
export function ScanBadge({ exam: { scan } }: { exam: Pick<Exam, 'scan'> }) {
  const t = useText('exams.content');
  if (scan === undefined) return null;
  return (
    <Badge variant={scan === 'infected' ? 'bad' : 'info'} icon={scan === 'infected' ? BugOff : ScanSearch}>
      {t(`badge.${scan}`)}
    </Badge>
  );
}
