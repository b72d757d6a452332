import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { classes } from '../../../../lib/classes.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';

interface PairSwitchProps {
  viewer: Viewer;
  state: ViewerState;
  /** The opened exam and the one beside it. */
  exams: readonly [ViewerExam, ViewerExam];
}

/** Chooses which exam of a pair a phone shows. A swipe over the image does the same (`use-swipe.ts`). */
export function PairSwitch({ viewer, state, exams }: PairSwitchProps) {
  const t = useText('viewer');
  const format = useFormat();
  const shown = state.panes[state.active]?.series?.examId;
  return (
    <fieldset aria-label={t('compare.pair')} className="grid shrink-0 grid-cols-2 gap-2 bg-v-field px-3 py-1 md:hidden">
      {exams.map(({ exam }) => (
        <button
          key={exam.id}
          type="button"
          aria-pressed={exam.id === shown}
          onClick={() => showExam(viewer, exam.id)}
          className={classes(
            'h-11 truncate rounded-card px-2 text-small font-strong figures focus-visible:outline-v-active',
            exam.id === shown ? 'bg-v-active text-v-on-active' : 'bg-v-raised',
          )}
        >
          {format.day(exam.examDate)}
        </button>
      ))}
    </fieldset>
  );
}

/** Makes the pane that shows an exam the active one. */
export function showExam(viewer: Viewer, examId: string): void {
  const paneIndex = viewer.getSnapshot().panes.findIndex(({ series }) => series?.examId === examId);
  if (paneIndex >= 0) viewer.choose(paneIndex);
}
