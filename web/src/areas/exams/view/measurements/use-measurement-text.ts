import { languageTable } from '@medcloud/contract/languages';
import type { AnnotationStats } from '@medcloud/contract/shapes/annotations';
import { useMemo } from 'react';
import { useLanguage, useText } from '../../../../text/language.tsx';
import { hounsfield } from '../../../../viewer/measure/measure-item.ts';

/** UCUM's code of a unit as it is read. */
const unitNames: Record<string, string> = {
  ...{ [hounsfield]: 'HU', 'g/mL{SUVbw}': 'SUV' },
  ...{ '{counts}': 'counts', '{counts}/s': 'counts/s' },
};

/** Formats what was measured, with its unit and where the unit comes from. */
export function useMeasurementText() {
  const { language } = useLanguage();
  const t = useText('viewer');
  return useMemo(() => {
    const format = new Intl.NumberFormat(languageTable[language].locale, { maximumFractionDigits: 1 });
    const size = (value: number, scale: AnnotationStats['scale'], power: '' | '²') => {
      if (scale === 'pixels') return `${format.format(value)} px${power}`;
      if (scale === 'detector')
        return t(power ? 'measure.values.detectorArea' : 'measure.values.detector', { value: format.format(value) });
      return `${format.format(value)} mm${power}`;
    };
    const inUnit = (value: number, { unit = '' }: AnnotationStats) =>
      `${format.format(value)} ${unitNames[unit] ?? unit}`.trim();
    const lengthOrAngle = ({ length, angle, scale }: AnnotationStats) => {
      if (length !== undefined) return size(length, scale, '');
      return angle === undefined ? undefined : `${format.format(angle)}°`;
    };
    /** Returns the value that names a measurement: `34.2 mm`, `118.4°`, `45 HU`. Empty without one. */
    const mainValueOf = (stats: AnnotationStats | undefined): string => {
      if (!stats) return '';
      const { mean, area, scale } = stats;
      if (mean !== undefined) return inUnit(mean, stats);
      return lengthOrAngle(stats) ?? (area === undefined ? '' : size(area, scale, '²'));
    };
    /** Returns all lines beside a measurement. */
    const linesOf = (stats: AnnotationStats | undefined, label: string | undefined): string[] => {
      const name = label ? [label] : [];
      if (!stats) return [...name, t('measure.values.twoRegions')];
      const { mean, sd, min, max, area, scale } = stats;
      if (area === undefined) return [...name, mainValueOf(stats)].filter(Boolean);
      return [
        ...name,
        ...(mean === undefined ? [] : [t('measure.values.mean', { value: inUnit(mean, stats) })]),
        ...(sd === undefined ? [] : [t('measure.values.sd', { value: format.format(sd) })]),
        ...(min === undefined || max === undefined
          ? []
          : [t('measure.values.range', { min: format.format(min), max: format.format(max) })]),
        t('measure.values.area', { value: size(area, scale, '²') }),
      ];
    };
    return { mainValueOf, linesOf };
  }, [language, t]);
}
