import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { useSearchParams } from 'react-router';

/** The series that the address names, else the first. */
export function useFirstSeries(series: readonly ViewerSeries[]): ViewerSeries | undefined {
  const requestedUid = useSearchParams()[0].get('series');
  return series.find(({ seriesUid }) => seriesUid === requestedUid) ?? series[0];
}
