import type { Annotation, AnnotationStats } from '@medcloud/contract';
import { type Language, languageTable } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';

/** UCUM's codes of units as they are read. */
const unitNames: Readonly<Record<string, string>> = {
  "[hnsf'U]": 'HU',
  'g/mL{SUVbw}': 'SUV',
  '{counts}': 'counts',
  '{counts}/s': 'counts/s',
};

/** Words what was measured, as the viewer shows it: one decimal, with unit and source. */
export function createValueWords(language: Language) {
  const t = serverTranslator('server/replies.annotations', language);
  const format = new Intl.NumberFormat(languageTable[language].locale, { maximumFractionDigits: 1 });
  const size = (value: number, scale: AnnotationStats['scale'], power: '' | '²') => {
    if (scale === 'pixels') return `${format.format(value)} px${power}`;
    const text = `${format.format(value)} mm${power}`;
    return scale === 'detector' ? t('pdf.atDetector', { value: text }) : text;
  };
  const inUnit = (value: number, { unit = '' }: AnnotationStats) =>
    `${format.format(value)} ${unitNames[unit] ?? unit}`.trim();
  /** Returns length, angle and area. */
  const listSizes = (stats: AnnotationStats): string[] => [
    ...(stats.length === undefined ? [] : [size(stats.length, stats.scale, '')]),
    ...(stats.angle === undefined ? [] : [`${format.format(stats.angle)}°`]),
    ...(stats.area === undefined ? [] : [size(stats.area, stats.scale, '²')]),
  ];
  /** Returns what the pixels' values are. */
  const listValues = (stats: AnnotationStats): string[] => {
    const { mean, sd, min, max, approximate = false } = stats;
    if (mean === undefined) return [];
    return [
      `${t('mean')}: ${approximate ? '≈ ' : ''}${inUnit(mean, stats)}${sd === undefined ? '' : ` ± ${format.format(sd)}`}`,
      ...(min === undefined || max === undefined ? [] : [`${format.format(min)} … ${format.format(max)}`]),
    ];
  };
  return {
    t,
    sizes: ({ stats }: Annotation) => (stats === undefined ? [] : listSizes(stats)),
    values: ({ stats }: Annotation) => (stats === undefined ? [] : listValues(stats)),
    formatNumber: (value: number) => format.format(value),
  };
}

export type ValueWords = ReturnType<typeof createValueWords>;
