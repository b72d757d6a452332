import type { AccessReportEntry } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import { formatReportAct } from '@medcloud/text/format-report-entry';
import { serverTranslator } from '@medcloud/text/node';
import { formatLocalDay, formatLocalTime } from '../../platform/time/format-local-time.ts';
import { type ReportWords, reportTexts } from './report-words.ts';

const columns = [
  'who',
  'role',
  'license',
  'token',
  'what',
  'patient',
  'patientId',
  'exam',
  'examDate',
  'description',
  'granted',
  'until',
  'ended',
  'network',
] as const;

/** A spreadsheet in Greek takes the comma for the decimal mark. */
const separators = { en: ',', el: ';' } as const satisfies Record<Language, string>;

/**
 * Writes a report as CSV (RFC 4180): a byte order mark, by which spreadsheets know UTF-8; local times as
 * `2026-11-27 18:05:09`, which every language reads alike.
 */
export function* writeReportCsv(
  entries: readonly AccessReportEntry[],
  { language, timeZone }: ReportWords,
): Generator<Buffer> {
  const t = serverTranslator('audit/access-report', language);
  const separator = separators[language];
  const toLine = (cells: string[]) => `${cells.map((cell) => toCell(cell, separator)).join(separator)}\r\n`;
  const names = [t('column.atZone', { zone: timeZone }), ...columns.map((column) => t(`column.${column}`))];
  yield Buffer.from(`\ufeff${toLine(names)}`);
  for (const entry of entries) yield Buffer.from(toLine(listCells(entry, { language, timeZone })));
}

function listCells(entry: AccessReportEntry, { language, timeZone }: ReportWords): string[] {
  const t = serverTranslator('audit/access-report', language);
  const { actor, patient, exam, consent } = entry;
  const day = (instant: string | null | undefined) => (instant ? formatLocalDay(instant, timeZone) : '');
  return [
    formatLocalTime(entry.at, timeZone),
    actor.name ?? '',
    t(`role.${actor.kind}`),
    actor.licenseNumber ?? '',
    actor.token ?? '',
    formatReportAct(reportTexts(language), entry),
    patient?.name ?? '',
    patient?.patientId ?? '',
    exam?.examType ? serverTranslator('common', language)(`examType.${exam.examType}`) : '',
    exam?.examDate ?? '',
    exam?.summary?.description ?? '',
    day(consent?.grantedAt),
    day(consent?.expiresAt),
    day(consent?.endedAt),
    entry.network ?? '',
  ];
}

/** A spreadsheet runs a cell that begins like this as a formula. An apostrophe keeps it a text (OWASP, CSV injection). */
const formulaStart = /^[=+\-@\t\r]/;

/** Quotes a cell that has a separator, a quotation mark or a line break. */
export function toCell(text: string, separator: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
