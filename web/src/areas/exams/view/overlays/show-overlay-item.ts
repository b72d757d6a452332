import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { findSeriesOf } from '../../../../viewer/loading/fetch-series.ts';
import type { OverlayItem, OverlayObject } from '../../../../viewer/overlays/exam-overlays.ts';
import { findOverlayImage, sourceOf } from '../../../../viewer/overlays/find-overlay-image.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';

/**
 * Shows an image that has the item: of the active pane's series, else of the one that the item was made from. Returns
 * false if the exam has none.
 */
export async function showOverlayItem(
  viewer: Viewer,
  exams: readonly ViewerExam[],
  object: OverlayObject,
  item: OverlayItem,
): Promise<boolean> {
  const { panes, active } = viewer.getSnapshot();
  const index = findOverlayImage(item, object, panes[active]?.frames ?? []);
  if (index !== undefined) {
    viewer.goTo(index);
    return true;
  }
  const source = sourceOf(item, object);
  const found = source && (await findSeriesOf(object.series.examId, source.sop));
  const series =
    found &&
    exams.flatMap(paneSeriesOf).find((one) => one.examId === found.examId && one.seriesUid === found.seriesUid);
  if (!series) return false;
  await viewer.show(series, active, { instanceUid: source.sop, frame: source.frame });
  return true;
}
