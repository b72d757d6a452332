import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { useText } from '../text/language.tsx';

/** Returns a function that names a series: its description, otherwise its number. */
export function useSeriesName(): (series: Pick<ViewerSeries, 'description' | 'number'>) => string {
  const t = useText('exams');
  return ({ description, number }) =>
    description?.trim() || (number === null ? t('unnamed') : t('seriesNumber', { number }));
}
