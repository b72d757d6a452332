import { languageTable } from '@medcloud/contract/languages';
import { useLanguage, useText } from '../../../../text/language.tsx';
import type { PetValues } from '../../../../viewer/mpr/plane-overlay.ts';

/** Returns how values of a PET are written. */
export function usePetFormat() {
  const t = useText('viewer');
  const { language } = useLanguage();
  const format = new Intl.NumberFormat(languageTable[language].locale, { maximumSignificantDigits: 3 });
  return {
    /** A window from 0: `SUV 0–7`, or `0–12,000 Bq/mL`. */
    formatRange: (upper: number, unit: string) =>
      unit === 'SUV'
        ? t('fusion.suvRange', { upper: format.format(upper) })
        : t('fusion.range', { upper: format.format(upper), unit }),
  };
}

/** Returns a function that words the values of a PET in an area, a line each; at a point there is one value. */
export function usePetLines() {
  const t = useText('viewer');
  const { language } = useLanguage();
  const format = new Intl.NumberFormat(languageTable[language].locale, { maximumFractionDigits: 2 });
  return ({ mean, max, unit, isApproximate }: PetValues, isPoint: boolean): string[] => {
    const approximate = isApproximate ? ` (${t('measure.approximate')})` : '';
    const [value, highest] = [format.format(mean), format.format(max)];
    if (isPoint) return [(unit === 'SUV' ? t('fusion.suv', { value }) : `${value} ${unit}`) + approximate];
    return unit === 'SUV'
      ? [t('fusion.suvMax', { value: highest }) + approximate, t('fusion.suvMean', { value })]
      : [t('fusion.max', { value: highest, unit }) + approximate, t('fusion.mean', { value, unit })];
  };
}
