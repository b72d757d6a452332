import { useText, useUiText } from '../../../../text/language.tsx';
import type { ComparedExam } from './use-compared-exam.ts';

const noteClass = 'flex shrink-0 items-center gap-3 bg-v-raised px-4 py-1.5 text-small text-v-warn';

/** Says that the image that the URL names is not in the exam. */
export function MissingImageNote() {
  const t = useText('viewer');
  return (
    <p role="status" className={noteClass}>
      {t('link.missing')}
    </p>
  );
}

/** Says why the other exam is not shown: it is refused, did not load, or has no images. */
export function CompareNote({ compared }: { compared: ComparedExam }) {
  const t = useText('viewer');
  const ui = useUiText();
  const { examView, isRefused, hasFailed, refetch } = compared;
  const hasImages = examView?.series.some(({ frames }) => frames > 0) ?? true;
  if (!isRefused && !hasFailed && hasImages) return null;
  const reason = isRefused ? 'gone' : hasFailed ? 'failed' : examView?.exam.viewable ? 'noImages' : 'preparing';
  return (
    <p role="status" className={noteClass}>
      {t(`compare.${reason}`)}
      {hasFailed && (
        <button type="button" className="min-h-6 underline focus-visible:outline-v-active" onClick={refetch}>
          {ui('action.retry')}
        </button>
      )}
    </p>
  );
}
