import type { Exam } from '@medcloud/contract/shapes/exams';
import { TriangleAlert } from 'lucide-react';
import { useText } from '../text/language.tsx';
import { Badge } from '../ui/data/badge.tsx';

type Mismatch = NonNullable<Exam['mismatch']>;

/** Returns a function that says that an exam's files name another person, and in what they differ from the record. */
export function useMismatchText(): (mismatch: Mismatch) => string {
  const t = useText('upload.mismatch');
  return ({ cause, differences, confirmed }) => {
    const fields = differences.map(({ field }) => t(`field.${field}`)).join(', ');
    const title = t(cause === 'not-compared' ? 'mark.notCompared' : confirmed ? 'mark.confirmed' : 'mark.open');
    return fields === '' ? title : `${title}: ${fields}`;
  };
}

/** Marks an exam whose files name another person, also after the center confirmed the patient. */
export function MismatchBadge({ mismatch }: { mismatch: Mismatch }) {
  const textOf = useMismatchText();
  return (
    <Badge variant="warn" icon={TriangleAlert}>
      {textOf(mismatch)}
    </Badge>
  );
}
