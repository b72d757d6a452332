import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { useSearchParams } from 'react-router';

/** Returns the series that the URL names, otherwise the first. */
export function useFirstSeries(series: readonly ViewerSeries[]): ViewerSeries | undefined {
  const requestedUid = useSearchParams()[0].get('series');
  return series.find(({ seriesUid }) => seriesUid === requestedUid) ?? series[0];
}
