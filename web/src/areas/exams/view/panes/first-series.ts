import type { SeriesToView } from '@medcloud/contract/shapes/viewing';
import { useSearchParams } from 'react-router';

/** The series that the address names, else the first. */
export function useFirstSeries(series: readonly SeriesToView[]): SeriesToView | undefined {
  const asked = useSearchParams()[0].get('series');
  return series.find(({ seriesUid }) => seriesUid === asked) ?? series[0];
}
