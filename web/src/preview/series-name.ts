import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { useText } from '../text/language.tsx';
import { previewText } from '../text/preview.ts';

/** Returns a function that names a series: its description, otherwise its number. */
export function useSeriesName(): (series: Pick<ViewerSeries, 'description' | 'number'>) => string {
  const t = useText(previewText);
  return ({ description, number }) =>
    description?.trim() || (number === null ? t('unnamed') : t('seriesNumber', { number }));
}
