import { type AccessReportEntry, type AccessReportExport, limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { serverTranslator } from '@medcloud/text/node';
import { readChainState } from '../audit/chain/reads.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { systemScope } from '../authorization/authorize.ts';
import { type TimeContext, today } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { findSubject } from './find-subject.ts';
import { findNames } from './names.ts';
import { listReportEvents, type ReportFilter } from './reads.ts';
import { showReportEntry } from './show.ts';
import { type ReportRequest, type ReportScope, toReportFilter } from './show-report.ts';
import { writeReportCsv } from './to-csv.ts';
import { writeReportPdf } from './to-pdf.ts';

/** A prepared file. `bytes` writes it. */
export interface ReportFile {
  name: string;
  mediaType: string;
  bytes: () => AsyncIterable<Buffer> | Iterable<Buffer>;
}

/**
 * Prepares a report as a file and, with `shouldRecord`, records that. Reads all entries in one transaction: 5,000 take
 * about 3 MB. Throws `not_found` and `report_too_large` as the list does.
 */
export async function exportAccessReport(
  context: TimeContext,
  scope: ReportScope,
  request: ReportRequest,
  query: AccessReportExport,
  shouldRecord: boolean,
): Promise<ReportFile> {
  const language = query.language ?? request.principal.language;
  const { entries, subject } = await context.db.within(scope, async (tx) => {
    const found = await findSubject(tx, scope, query.subject);
    const listed = await readAll(tx, toReportFilter(context, scope, found.column, query), scope.kind === 'center');
    const { from, to, format } = query;
    const details = { from, to, format, entries: listed.length };
    if (shouldRecord)
      await record(tx, { event: 'access_report_exported', ...toAuditFields(request), ...found.recorded, details });
    return { entries: listed, subject: found.shown };
  });
  const words = { language, timeZone: context.settings.timeZone };
  const name = `${serverTranslator('audit/access-report', language)('file.name')}-${today(context)}.${query.format}`;
  if (query.format === 'csv')
    return { name, mediaType: 'text/csv; charset=utf-8', bytes: () => writeReportCsv(entries, words) };
  // how far the log is signed concerns no record, and a center's scope cannot read it
  const { signed } = await context.db.read(systemScope('health'), readChainState);
  const facts = { ...query, subject, signed, createdAt: context.clock.now(), createdBy: request.principal.email };
  return { name, mediaType: 'application/pdf', bytes: () => writeReportPdf(entries, facts, words) };
}

async function readAll(tx: Tx, filter: ReportFilter, isClinical: boolean): Promise<AccessReportEntry[]> {
  const rows = await listReportEvents(tx, filter, { after: null, limit: limits.maxReportEntries + 1 });
  if (rows.length > limits.maxReportEntries) throw new Fault('report_too_large');
  const names = await findNames(tx, rows);
  return rows.map((row) => showReportEntry(row, names, isClinical));
}
