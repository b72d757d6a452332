import { useSearchParams } from 'react-router';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';

/** Returns the series that the URL names, otherwise the first. */
export function useFirstSeries(series: readonly PaneSeries[]): PaneSeries | undefined {
  const requestedUid = useSearchParams()[0].get('series');
  return series.find(({ seriesUid }) => seriesUid === requestedUid) ?? series[0];
}
