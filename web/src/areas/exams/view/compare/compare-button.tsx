import type { EarlierExam, ViewerExam } from '@medcloud/contract/shapes/viewing';
import { Columns2, X } from 'lucide-react';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { BarButton } from '../toolbar/bar-button.tsx';
import type { ComparedExam } from './use-compared-exam.ts';

/** Returns the latest earlier exam of the same type and, if both name one, the same body part. */
function findPrior({ exam, timeline }: Pick<ViewerExam, 'exam' | 'timeline'>): EarlierExam | undefined {
  const parts = new Set(exam.summary?.bodyParts);
  return timeline.exams.find(({ id, examType, examDate, summary }) => {
    const isEarlier = id !== exam.id && examDate <= exam.examDate && examType === exam.examType;
    const ofPrior = summary?.bodyParts ?? [];
    const isSamePart = parts.size === 0 || ofPrior.length === 0 || ofPrior.some((part) => parts.has(part));
    return isEarlier && isSamePart && (summary?.imageCount ?? 0) > 0;
  });
}

/** Offers to compare with the latest prior exam, or ends the comparison. */
export function CompareButton({ examView, compared }: { examView: ViewerExam; compared: ComparedExam }) {
  const t = useText('viewer');
  const format = useFormat();
  const { id, compare } = compared;
  if (id !== null) return <BarButton icon={X} label={t('compare.stop')} hasLabel onClick={() => compare(null)} />;
  const prior = findPrior(examView);
  if (!prior) return null;
  return (
    <BarButton
      icon={Columns2}
      label={t('compare.with', { day: format.day(prior.examDate) })}
      hasLabel
      onClick={() => compare(prior.id)}
    />
  );
}
