import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { useText } from '../text/language.tsx';
import { previewText } from '../text/preview.ts';

/** What a series is called: its own description, else its number. */
export function useSeriesName(): (series: Pick<ViewerSeries, 'description' | 'number'>) => string {
  const t = useText(previewText);
  return ({ description, number }) =>
    description?.trim() || (number === null ? t('unnamed') : t('seriesNumber', { number }));
}
