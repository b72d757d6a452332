import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { Language } from '@medcloud/contract/languages';
import { streamChunks } from '../../../platform/zip/body-chunks.ts';
import { encodeZip, type ZipFile } from '../../../platform/zip/encode-zip.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type TimeContext, today } from '../../core/context.ts';
import { type Book, books, type ExportRange, type LedgerSums, sumLedger } from './books.ts';
import { type BookTotals, type ExportContext, type ExportOf, writeBook } from './write-book.ts';

/** A file of the export as it was written once: its bytes are written again when they are sent. */
interface MeasuredFile extends ZipFile {
  sha256: string;
  totals: BookTotals;
}

/**
 * Writes the books of days as a ZIP of CSV files and `totals.json`, and records it unless `isOnlyChecked`. Each file is written twice: for its
 * length and checksum, and when it is sent, so that none is in memory. Throws `validation` for days in the wrong order or
 * in the future, `books_unequal` if a file's sums differ from the ledger's.
 */
export async function exportBooks(
  context: ExportContext & TimeContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  query: ExportRange & { language?: Language | undefined; isOnlyChecked: boolean },
) {
  const { from, to, language = request.principal.language } = query;
  if (to > today(context)) throw createFieldFault('to', issueCode('time_future'));
  if (from > to) throw createFieldFault('from', issueCode('days_order'));
  const range = { from, to };
  const files: MeasuredFile[] = [];
  for (const book of books) files.push(await measureBook(context, { scope, range, language }, book));
  const sums = await context.db.read(scope, (tx) => sumLedger(tx, range));
  checkSums(files, sums);
  const totals = describeTotals(range, files, sums);
  if (!query.isOnlyChecked)
    await context.db.within(scope, (tx) =>
      record(tx, {
        event: 'billing_exported',
        ...toAuditFields(request),
        details: { from, to, documents: files[0]?.totals.rows ?? 0, cents: sums.invoiced },
      }),
    );
  return {
    name: `medcloud-billing-${from}-${to}.zip`,
    mediaType: 'application/zip',
    bytes: () => streamChunks(encodeZip([...files, totals])),
  };
}

async function measureBook(context: ExportContext, of: ExportOf, book: Book): Promise<MeasuredFile> {
  const totals: BookTotals = { rows: 0, sums: {} };
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let checksum = 0;
  for await (const bytes of writeBook(context, of, book, totals)) {
    sizeBytes += bytes.length;
    checksum = crc32(bytes, checksum);
    hash.update(bytes);
  }
  const write = () => checkBytes(writeBook(context, of, book, { rows: 0, sums: {} }), checksum);
  const name = `${book.name}.csv`;
  return { name, sizeBytes, crc32: checksum, bytes: async () => write(), sha256: hash.digest('hex'), totals };
}

/** A row that was added meanwhile makes another file than the measured one; the download then ends early. */
async function* checkBytes(bytes: AsyncIterable<Buffer>, checksum: number): AsyncGenerator<Buffer> {
  let written = 0;
  for await (const chunk of bytes) {
    written = crc32(chunk, written);
    yield chunk;
  }
  if (written !== checksum) throw new Error('The books changed while they were exported.');
}

/** Compares what the files say with the ledger. */
function checkSums(files: readonly MeasuredFile[], ledger: LedgerSums): void {
  const sumOf = (file: string, column: string) =>
    files.find(({ name }) => name === `${file}.csv`)?.totals.sums[column] ?? 0;
  const pairs: [number, number][] = [
    [sumOf('invoices', 'invoice'), ledger.invoiced],
    [sumOf('invoices', 'credit_note'), ledger.credited],
    [sumOf('payments', 'GrossTotal'), ledger.received],
    [sumOf('lines', 'GrossTotal'), sumOf('invoices', 'GrossTotal')],
    [sumOf('lines', 'TaxPayable'), sumOf('invoices', 'TaxPayable')],
    [sumOf('ledger', 'DebitAmount'), ledger.debits],
    [sumOf('ledger', 'CreditAmount'), ledger.credits],
    [ledger.debits, ledger.credits],
  ];
  if (pairs.some(([written, booked]) => written !== booked)) throw new Fault('books_unequal');
}

function describeTotals(range: ExportRange, files: readonly MeasuredFile[], ledger: LedgerSums): ZipFile {
  const described = files.map(({ name, sha256, totals: { rows, sums } }) => ({
    name,
    rows,
    sumsInCents: sums,
    sha256,
  }));
  const bytes = Buffer.from(`${JSON.stringify({ ...range, files: described, ledgerInCents: ledger }, null, 2)}\n`);
  const chunks = async function* () {
    yield bytes;
  };
  return { name: 'totals.json', sizeBytes: bytes.length, crc32: crc32(bytes), bytes: async () => chunks() };
}
