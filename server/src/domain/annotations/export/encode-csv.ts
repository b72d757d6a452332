import type { Annotation, AnnotationScale } from '@medcloud/contract';
import { type Language, withDecimalMark } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';
import { byteOrderMark, toCsvLine, toTextCell } from '../../../platform/csv/csv-line.ts';

/**
 * Encodes items as a table for a spreadsheet: UTF-8 with BOM, `;` between Greek columns, because a comma is in Greek
 * numbers. A text that a spreadsheet would take for a formula begins with an apostrophe.
 */
export function encodeCsv(items: readonly Annotation[], language: Language): string {
  const t = serverTranslator('server/replies.annotations', language);
  const format = (value: number | undefined) =>
    value === undefined ? '' : withDecimalMark(String(Number(value.toPrecision(12))), language);
  const scales: Record<AnnotationScale, string> = {
    patient: 'mm',
    region: 'mm',
    detector: t('detector'),
    pixels: t('pixels'),
  };
  const heading = [
    t('kind'),
    t('label'),
    t('image'),
    t('frame'),
    t('length'),
    t('angle'),
    t('area'),
    t('scale'),
    t('mean'),
    t('deviation'),
    t('minimum'),
    t('maximum'),
    t('unit'),
  ];
  const rows = items.map(({ kind, label = '', on, stats }) => [
    t(`kinds.${kind}`),
    toTextCell(label),
    'image' in on ? on.image.sop : on.plane.series,
    'image' in on ? String(on.image.frame) : '',
    format(stats?.length),
    format(stats?.angle),
    format(stats?.area),
    stats === undefined ? '' : scales[stats.scale],
    format(stats?.mean),
    format(stats?.sd),
    format(stats?.min),
    format(stats?.max),
    toTextCell(stats?.unit ?? ''),
  ]);
  return `${byteOrderMark}${[heading, ...rows].map((row) => toCsvLine(row, language)).join('')}`;
}
