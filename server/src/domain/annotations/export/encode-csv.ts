import type { Annotation, AnnotationScale } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';

/**
 * Encodes items as a table for a spreadsheet: UTF-8 with BOM, `;` between Greek columns, because a comma is in Greek
 * numbers. A text that a spreadsheet would take for a formula begins with an apostrophe.
 */
export function encodeCsv(items: readonly Annotation[], language: Language): string {
  const t = serverTranslator('server/replies.annotations', language);
  const separator = language === 'el' ? ';' : ',';
  const format = (value: number | undefined) => {
    const text = value === undefined ? '' : String(Number(value.toPrecision(12)));
    return language === 'el' ? text.replace('.', ',') : text;
  };
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
    asText(label),
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
    asText(stats?.unit ?? ''),
  ]);
  return `\ufeff${[heading, ...rows].map((row) => row.map(quote).join(separator)).join('\r\n')}\r\n`;
}

const asText = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text);
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
