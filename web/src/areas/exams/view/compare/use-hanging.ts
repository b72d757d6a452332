import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useEffect, useRef } from 'react';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { findSimilarSeries } from './find-similar-series.ts';
import { paneSeriesOf } from './pane-series.ts';
import type { ComparedExam } from './use-compared-exam.ts';

/** The series of the opened exam that a prior is compared with: the one that a pane shows, else the first. */
function shownSeries(viewer: Viewer, examView: ViewerExam) {
  const { panes, active } = viewer.getSnapshot();
  const shown = [panes[active], ...panes].find((pane) => pane?.series?.examId === examView.exam.id);
  return shown?.series ?? paneSeriesOf(examView)[0];
}

/**
 * Hangs the compared exam beside the opened one: two panes, with the series that is most like the shown one. Empties its
 * panes once it is no longer compared, or refused.
 */
export function useHanging(viewer: Viewer, examView: ViewerExam, compared: ComparedExam, isPhone: boolean): void {
  const last = useRef<string | null>(null);
  const isHung = useRef(false);
  const prior = compared.examView;
  useEffect(() => {
    const id = prior?.exam.id ?? null;
    if (last.current !== id) {
      if (last.current !== null) viewer.hide(last.current);
      if (id === null) returnToOpened(viewer, examView, isPhone);
      else isHung.current = false;
      last.current = id;
    }
    // a phone shows one pane: its rail lists the other exam's series
    if (prior === undefined || isPhone || isHung.current) return;
    isHung.current = true;
    hangBeside(viewer, examView, prior);
  }, [viewer, examView, prior, isPhone]);
}

/** Ends the comparison: one pane, with the opened exam. */
function returnToOpened(viewer: Viewer, examView: ViewerExam, isPhone: boolean): void {
  if (!isPhone) viewer.setLayout('1x1');
  const [first] = paneSeriesOf(examView);
  if (first && !viewer.getSnapshot().panes[isPhone ? viewer.getSnapshot().active : 0]?.series)
    void viewer.show(shownSeries(viewer, examView) ?? first);
}

function hangBeside(viewer: Viewer, examView: ViewerExam, prior: ViewerExam): void {
  const wanted = shownSeries(viewer, examView);
  const series = wanted && findSimilarSeries(wanted, paneSeriesOf(prior));
  if (!series) return;
  const { layout, mpr } = viewer.getSnapshot();
  if (layout === '1x1') viewer.setLayout('1x2');
  else if (mpr) viewer.closeMpr();
  void viewer.show(series, 1);
}
