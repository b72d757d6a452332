import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import type { DueToMatch } from './due-index.ts';
import type { DocumentNumber } from './find-references.ts';
import type { BankLinesTable, BankStatementsTable } from './tables.ts';

type NewStatement = Omit<BankStatementsTable, 'imported_at'>;
export type NewLine = Pick<
  BankLinesTable,
  | 'id'
  | 'line_key'
  | 'day'
  | 'cents'
  | 'currency'
  | 'is_pending'
  | 'is_return'
  | 'payer_sealed'
  | 'text_sealed'
  | 'rf'
  | 'state'
  | 'due_ids'
> & { payment_id: string | null };

/** Inserts a statement. Returns false if the same file was imported, after a concurrent import of it has ended. */
export async function insertStatement(tx: Tx, statement: NewStatement): Promise<boolean> {
  const row = await tx
    .insertInto('bank_statements')
    .values(statement)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findStatementId(tx: Reader, sha256: Buffer): Promise<string | null> {
  const row = await tx.selectFrom('bank_statements').select('id').where('sha256', '=', sha256).executeTakeFirst();
  return row?.id ?? null;
}

/** Returns whether a file of another format covers a day of these. Its lines have other keys. */
export async function hasOtherFormat(tx: Reader, { iban, format, from_day, to_day }: NewStatement): Promise<boolean> {
  if (from_day === null || to_day === null) return false;
  const row = await tx
    .selectFrom('bank_statements')
    .select('id')
    .where('iban', '=', iban)
    .where('format', '<>', format)
    .where('to_day', '>=', from_day)
    .where('from_day', '<=', to_day)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the keys, as hex digits, of lines that an earlier file had. */
export async function findKnownKeys(tx: Reader, keys: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`SELECT encode(line_key, 'hex') AS key FROM bank_lines
    WHERE line_key = ANY(${[...keys]}::bytea[])`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}

/** Inserts lines in one statement. Returns how many a concurrent import has not inserted meanwhile. */
export async function insertLines(tx: Tx, statementId: string, lines: readonly NewLine[]): Promise<number> {
  const of = <const N extends keyof NewLine>(name: N) => lines.map((line) => line[name]);
  const dueIds = lines.map(({ due_ids: ids }) => `{${ids.join(',')}}`);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO bank_lines (id, statement_id, line_key, day, cents, currency, is_pending, is_return, payer_sealed, text_sealed,
      rf, state, due_ids, payment_id)
    SELECT l.id, ${statementId}::uuid, l.line_key, l.day, l.cents, l.currency, l.is_pending, l.is_return, l.payer_sealed,
      l.text_sealed, l.rf, l.state, l.due_ids::uuid[], l.payment_id
    FROM unnest(${of('id')}::uuid[], ${of('line_key')}::bytea[], ${of('day')}::date[], ${of('cents')}::integer[],
      ${of('currency')}::text[], ${of('is_pending')}::boolean[], ${of('is_return')}::boolean[], ${of('payer_sealed')}::bytea[],
      ${of('text_sealed')}::bytea[], ${of('rf')}::text[], ${of('state')}::text[], ${dueIds}::text[], ${of('payment_id')}::uuid[])
      AS l (id, line_key, day, cents, currency, is_pending, is_return, payer_sealed, text_sealed, rf, state, due_ids, payment_id)
    ON CONFLICT (line_key) DO NOTHING RETURNING id`.execute(tx);
  return rows.length;
}

const maxDues = 10_000;

/** Lists the dues that lines may pay: those of these references and documents, and all that are open. */
export async function listDuesToMatch(
  tx: Reader,
  rfs: readonly string[],
  numbers: readonly DocumentNumber[],
): Promise<DueToMatch[]> {
  const documents = numbers.map(({ series, year, number }) => `${series}/${year}/${number}`);
  const rows = await tx
    .selectFrom('dues as d')
    .leftJoin('invoices as i', 'i.id', 'd.invoice_id')
    .leftJoin('billing_parties as b', 'b.user_id', 'd.user_id')
    .leftJoin('doctors as o', 'o.user_id', 'd.user_id')
    .leftJoin('medical_centers as c', 'c.user_id', 'd.user_id')
    .select(['d.id', 'd.rf', 'd.state', 'i.series', 'i.year', 'i.number'])
    .select(
      sql<number>`CASE WHEN d.state = 'open' AND d.invoice_id IS NULL THEN due_open_cents(d) ELSE d.gross_cents END`.as(
        'cents',
      ),
    )
    .select(['b.legal_name as legalName', 'c.name as centerName'])
    .select(sql<string | null>`o.first_name || ' ' || o.last_name`.as('doctorName'))
    .where((or) =>
      or.or([
        or('d.state', '=', 'open'),
        or('d.rf', 'in', ['', ...rfs]),
        sql<boolean>`concat_ws('/', i.series, i.year, i.number) = ANY(${documents}::text[])`,
      ]),
    )
    .orderBy(sql`d.state = 'open'`)
    .orderBy('d.due_on', 'desc')
    .limit(maxDues)
    .execute();
  return rows.map(({ id, rf, cents, state, series, year, number, ...names }) => ({
    id,
    rf,
    cents,
    isOpen: state === 'open',
    invoice: series !== null && year !== null && number !== null ? { series, year, number } : null,
    names: Object.values(names).filter((name) => name !== null),
  }));
}

/** Finds the payments that lines with these references and amounts recorded, for transfers that the bank takes back. */
export async function findReturnedPayments(
  tx: Reader,
  returns: readonly { rf: string; cents: number }[],
): Promise<{ rf: string; cents: number; dueIds: string[]; paymentId: string }[]> {
  const { rows } = await sql<{ rf: string; cents: number; dueIds: string[]; paymentId: string }>`
    SELECT DISTINCT ON (l.rf, l.cents) l.rf, l.cents, l.due_ids AS "dueIds", l.payment_id AS "paymentId"
    FROM unnest(${returns.map(({ rf }) => rf)}::text[], ${returns.map(({ cents }) => -cents)}::integer[]) AS r (rf, cents)
    JOIN bank_lines l ON l.rf = r.rf AND l.cents = r.cents AND l.state = 'matched' AND l.payment_id IS NOT NULL
    WHERE NOT EXISTS (SELECT FROM bank_lines e WHERE e.payment_id = l.payment_id AND e.state = 'returned')
    ORDER BY l.rf, l.cents, l.day DESC, l.id DESC`.execute(tx);
  return rows;
}
