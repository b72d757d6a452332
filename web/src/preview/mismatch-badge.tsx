import type { Exam } from '@medcloud/contract/shapes/exams';
import { TriangleAlert } from 'lucide-react';
import { useText } from '../text/language.tsx';
import { Badge } from '../ui/data/badge.tsx';

type Mismatch = NonNullable<Exam['mismatch']>;

/** Returns a function that says that an exam's files name another person, and in what they differ from the record. */
export function useMismatchText(): (mismatch: Mismatch) => string {
  const t = useText('exams.mismatch');
  return ({ cause, differences, confirmed }) => {
    const fields = differences.map(({ field }) => t(`field.${field}`)).join(', ');
    const title = t(cause === 'not-compared' ? 'mark.notCompared' : confirmed ? 'mark.confirmed' : 'mark.open');
    return fields === '' ? title : `${title}: ${fields}`;
  };
}

/** Marks an exam whose files name another person, also after the center confirmed the patient. The details say in what. */
export function MismatchBadge({ mismatch }: { mismatch: Mismatch }) {
  const t = useText('exams.mismatch');
  const textOf = useMismatchText();
  return (
    <span title={textOf(mismatch)} className="inline-flex max-w-full min-w-0">
      <Badge variant="warn" icon={TriangleAlert}>
        {t(mismatch.cause === 'not-compared' ? 'mark.notCompared' : 'mark.open')}
      </Badge>
    </span>
  );
}
