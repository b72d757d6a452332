import type { ViewerExam, ViewerSeries } from '@medcloud/contract/shapes/viewing';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';

// React Query keeps the list of an exam that did not change, so a series stays the same object.
const known = new WeakMap<readonly ViewerSeries[], readonly PaneSeries[]>();

/** Returns an exam's series as panes show them: the same objects for the same list. */
export function paneSeriesOf({ exam, series }: Pick<ViewerExam, 'exam' | 'series'>): readonly PaneSeries[] {
  const list = known.get(series) ?? series.map((one) => ({ ...one, examId: exam.id }));
  known.set(series, list);
  return list;
}
