import type { AccessReportEntry } from '@medcloud/contract';
import { formatReportAct } from '@medcloud/text/format-report-entry';
import { serverTranslator } from '@medcloud/text/node';
import { byteOrderMark, toCsvLine, toTextCell } from '../../platform/csv/csv-line.ts';
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

/**
 * Writes a report as CSV (RFC 4180): a byte order mark, by which spreadsheets know UTF-8; local times as
 * `2026-11-27 18:05:09`, which every language reads alike.
 */
export function* writeReportCsv(
  entries: readonly AccessReportEntry[],
  { language, timeZone }: ReportWords,
): Generator<Buffer> {
  const t = serverTranslator('audit/access-report', language);
  const toLine = (cells: string[]) => toCsvLine(cells.map(toTextCell), language);
  const names = [t('column.atZone', { zone: timeZone }), ...columns.map((column) => t(`column.${column}`))];
  yield Buffer.from(`${byteOrderMark}${toLine(names)}`);
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
