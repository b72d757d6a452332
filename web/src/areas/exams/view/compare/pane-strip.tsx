import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { TriangleAlert } from 'lucide-react';
import { useExamName } from '../../../../preview/use-exam-name.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import type { SliceRelation } from '../../../../viewer/links/slice-link.ts';
import { intervalBetween } from './interval.ts';

/** Words how a pane's slices follow the active pane's. */
function useRelationText(): (relation: SliceRelation) => string {
  const t = useText('viewer');
  return (relation) =>
    relation.kind === 'offset'
      ? t('link.byOffset', { mm: Math.round(relation.mm) })
      : t(relation.kind === 'position' ? 'link.byPosition' : 'link.byNumber');
}

interface PaneStripProps {
  /** The exam that the pane shows. */
  shown: ViewerExam;
  /** The exam that was opened. */
  opened: ViewerExam;
  /** How the pane follows the active one, if it does. */
  relation: SliceRelation | undefined;
}

/** The exam of one pane of several: its day, its title, how long before the opened exam it was, and how it is linked. */
export function PaneStrip({ shown, opened, relation }: PaneStripProps) {
  const t = useText('viewer');
  const format = useFormat();
  const relationText = useRelationText();
  const { title } = useExamName()(shown.exam);
  const isOther = shown.exam.id !== opened.exam.id;
  const isPrior = isOther && shown.exam.examDate <= opened.exam.examDate;
  const interval = isPrior
    ? intervalBetween(shown.exam.examDate, opened.exam.examDate)
    : intervalBetween(opened.exam.examDate, shown.exam.examDate);
  return (
    <div className="@container absolute inset-x-0 top-0 z-1">
      <div className="flex h-7 items-center gap-2 bg-v-chrome px-2.5 text-tiny text-v-ink">
        {isOther && (
          <span className="shrink-0 rounded-badge bg-v-active-soft px-1.5 font-strong text-v-active">
            {t(isPrior ? 'compare.prior' : 'compare.later')}
          </span>
        )}
        <span className="shrink-0 font-strong figures">{format.day(shown.exam.examDate)}</span>
        {isOther && (
          <span className="shrink-0 figures @max-sm:hidden">
            {t(isPrior ? 'compare.earlier' : 'compare.after', { ...interval })}
          </span>
        )}
        <bdi className="min-w-0 truncate text-v-muted @max-md:hidden">{title}</bdi>
        {shown.exam.mismatch && (
          <span className="inline-flex shrink-0 items-center gap-1 text-v-warn" title={t('compare.doubt')}>
            <TriangleAlert size={13} aria-hidden="true" />
            <span className="@max-2xl:sr-only">{t('compare.doubt')}</span>
          </span>
        )}
        {relation && <span className="ml-auto shrink-0 text-v-muted figures">{relationText(relation)}</span>}
      </div>
    </div>
  );
}
