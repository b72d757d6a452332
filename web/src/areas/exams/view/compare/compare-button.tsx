import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { Columns2, X } from 'lucide-react';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { BarButton } from '../toolbar/bar-button.tsx';
import { findPrior } from './find-prior.ts';
import type { ComparedExam } from './use-compared-exam.ts';

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
