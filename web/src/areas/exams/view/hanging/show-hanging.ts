import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { type Hanging, hang } from '../../../../viewer/hanging/hang.ts';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import { paneCounts } from '../../../../viewer/tool-names.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';

/** Arranges an exam whose series `first` is shown first, beside a prior one. Null if its metadata cannot be read. */
export async function arrange(
  viewer: Viewer,
  { examView, prior, first }: { examView: ViewerExam; prior: ViewerExam | undefined; first: PaneSeries | undefined },
): Promise<Hanging | null> {
  const current = paneSeriesOf(examView);
  const inOrder = first ? [first, ...current.filter((one) => one !== first)] : current;
  const exam = { current: inOrder, prior: prior && paneSeriesOf(prior) };
  return await hang(exam, (series) => viewer.metadataOf(series)).catch(() => null); // the panes show the failure
}

/** Shows a page of a hanging. A pane that shows the series already keeps its slice, unless the page names an image. */
export function showPage(viewer: Viewer, { pages, isScrollLinked }: Hanging, page: number): void {
  const { layout, images } = pages[page] ?? {};
  if (!layout || !images) return;
  viewer.setLayout(layout);
  if (!isScrollLinked) viewer.links.switchOff('scroll');
  for (const [paneIndex, { series, index, isFlipped }] of images.entries()) {
    const isShown = viewer.getSnapshot().panes[paneIndex]?.series === series && index === undefined;
    if (!isShown) void viewer.show(series, paneIndex, { index, view: { isFlipped } });
  }
}

/** Shows CT, PET, both and the projection. The planes of a volume replace the panes, so it is no page of them. */
export function showPetCt(viewer: Viewer, { pages }: Hanging): void {
  const [ct, pet] = pages[0]?.images ?? [];
  if (ct && pet) void viewer.openFusion({ ct: ct.series, pet: pet.series }, 'pet-ct');
}

/** Fills the panes of a layout with the exam's series in their order, after the one in the first pane. */
export function fillPanes(viewer: Viewer, examView: ViewerExam): void {
  const { panes, layout } = viewer.getSnapshot();
  const first = panes[0]?.series;
  const rest = paneSeriesOf(examView).filter((one) => one.frames > 0 && one !== first);
  for (const [at, series] of rest.slice(0, paneCounts[layout] - 1).entries()) void viewer.show(series, at + 1);
}
