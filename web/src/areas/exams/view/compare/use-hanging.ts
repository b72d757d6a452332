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
  const hung = useRef<string | null>(null);
  const prior = compared.examView;
  useEffect(() => {
    const id = prior?.exam.id ?? null;
    if (hung.current === id) return;
    if (hung.current !== null) viewer.hide(hung.current);
    const isFirst = hung.current === null;
    hung.current = id;
    // a phone shows one pane: its rail lists the other exam's series
    if (isPhone) return;
    if (prior === undefined) return viewer.setLayout('1x1');
    const wanted = shownSeries(viewer, examView);
    const series = wanted && findSimilarSeries(wanted, paneSeriesOf(prior));
    if (isFirst && viewer.getSnapshot().layout === '1x1') viewer.setLayout('1x2');
    if (series) void viewer.show(series, 1);
  }, [viewer, examView, prior, isPhone]);
}
