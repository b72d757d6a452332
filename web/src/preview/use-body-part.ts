import type { ExamSummary } from '@medcloud/contract/shapes/exams';
import { toBodyPart } from '../lib/exam-names/body-parts.ts';
import { useText } from '../text/language.tsx';

// More are an unusual exam, whose list says nothing.
const maxParts = 2;

/** Returns a function that names the body parts of an exam with the side; null if the files do not say. */
export function useBodyPart(): (summary: Pick<ExamSummary, 'bodyParts' | 'laterality'>) => string | null {
  const t = useText('data/body-parts');
  return ({ bodyParts, laterality }) => {
    const parts = new Set(bodyParts.map(toBodyPart).filter((part) => part !== undefined));
    if (parts.size === 0 || parts.size > maxParts) return null;
    const part = [...parts].map((name) => t(`part.${name}`)).join(', ');
    return laterality === null ? part : t(`side.${laterality}`, { part });
  };
}
