import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useEffect, useRef, useState } from 'react';
import type { Hanging } from '../../../../viewer/hanging/hang.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';
import type { ComparedExam } from '../compare/use-compared-exam.ts';
import type { LayoutHistory } from '../layout/layout-history.ts';
import { arrange, showPage } from './show-hanging.ts';

/** The series of the opened exam that a prior is compared with: the one that a pane shows, else the first. */
function shownSeries(viewer: Viewer, examView: ViewerExam) {
  const { panes, active } = viewer.getSnapshot();
  const shown = [panes[active], ...panes].find((pane) => pane?.series?.examId === examView.exam.id);
  return shown?.series ?? paneSeriesOf(examView).find(({ frames }) => frames > 0);
}

/** Ends the comparison: one pane, with the opened exam. */
function returnToOpened(viewer: Viewer, examView: ViewerExam): void {
  viewer.setLayout('1x1');
  const series = shownSeries(viewer, examView) ?? paneSeriesOf(examView)[0];
  if (series && !viewer.getSnapshot().panes[0]?.series) void viewer.show(series);
}

/** Shows the series that is most like the shown one beside it; a mammogram's views beside the prior ones. */
function showBeside(viewer: Viewer, hanging: Hanging): void {
  if (hanging.pages.length > 1) {
    showPage(viewer, hanging, 1); // the first page has no prior
    return;
  }
  const similar = hanging.pages[0]?.images[1];
  if (!similar) return;
  const { layout, mpr } = viewer.getSnapshot();
  if (layout === '1x1') viewer.setLayout('1x2');
  else if (mpr) viewer.closeMpr();
  void viewer.show(similar.series, 1);
}

/**
 * Hangs the compared exam beside the opened one, or behind it on a phone, or shows what they showed before a reload.
 * Empties its panes once it is no longer compared, or refused. Returns a hanging of several pages.
 */
export function usePriorHanging(
  viewer: Viewer,
  examView: ViewerExam,
  compared: ComparedExam,
  history: LayoutHistory,
): Hanging | undefined {
  const last = useRef<string | null>(null);
  const [hanging, setHanging] = useState<Hanging>();
  const prior = compared.examView;
  useEffect(() => {
    const id = prior?.exam.id ?? null;
    if (last.current === id) return;
    if (last.current !== null) {
      viewer.hide(last.current);
      setHanging(undefined);
    }
    last.current = id;
    if (prior === undefined) return returnToOpened(viewer, examView);
    const isRestored = history.restore(prior);
    void arrange(viewer, { examView, prior, first: shownSeries(viewer, examView) }).then((arranged) => {
      if (last.current !== id || !arranged) return; // the comparison ended meanwhile
      setHanging(arranged);
      if (!isRestored) showBeside(viewer, arranged);
    });
  }, [viewer, examView, prior, history]);
  return hanging && hanging.pages.length > 1 ? hanging : undefined;
}
