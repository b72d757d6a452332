import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { hangMammogram } from '../../../../viewer/hanging/mammography.ts';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { useFirstSeries } from './first-series.ts';

// A mammogram of four views has one to four series; more are another exam, or have tomosynthesis.
const maxMammogramSeries = 8;

/** Shows the four views of a mammogram in four panes. Returns false for any other exam. */
async function showMammogram(viewer: Viewer, series: readonly PaneSeries[]): Promise<boolean> {
  const candidates = series.filter(({ modality, frames }) => modality === 'MG' && frames > 0);
  if (candidates.length === 0 || candidates.length > maxMammogramSeries) return false;
  const exam = await Promise.all(
    candidates.map(async (one) => ({ series: one, metadata: await viewer.metadataOf(one) })),
  );
  const images = hangMammogram(exam);
  if (images === null) return false;
  viewer.setLayout('2x2');
  viewer.links.switchOff('scroll');
  for (const [paneIndex, image] of images.entries()) void viewer.hang(image, paneIndex);
  return true;
}

/** Shows the initial series in the first pane, or all four views of a mammogram. */
export function useInitialSeries(viewer: Viewer, series: readonly PaneSeries[], isPhone: boolean): void {
  const first = useFirstSeries(series);
  const isNamed = useSearchParams()[0].has('series');
  useEffect(() => {
    if (!first || viewer.getSnapshot().panes[0]?.series) return;
    const showFirst = () => void viewer.show(first, 0);
    if (isPhone || isNamed) return showFirst();
    showMammogram(viewer, series).then((isShown) => isShown || showFirst(), showFirst);
  }, [viewer, first, series, isPhone, isNamed]);
}
