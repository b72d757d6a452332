import type { BankLineState } from '@medcloud/contract';
import type { DueState } from '@medcloud/contract/choices';
import { sql } from 'kysely';
import { countRows } from '../../../platform/db/queries/count-rows.ts';
import type { Reader, Tx } from '../../database.ts';

export interface LineRow {
  id: string;
  day: string;
  cents: number;
  currency: string;
  isPending: boolean;
  isReturn: boolean;
  rf: string | null;
  state: BankLineState;
  dueIds: string[];
  paymentId: string | null;
  isSettled: boolean;
}

function selectLines(tx: Reader) {
  return tx
    .selectFrom('bank_lines')
    .select(['id', 'day', 'cents', 'currency', 'rf', 'state'])
    .select(['is_pending as isPending', 'is_return as isReturn', 'due_ids as dueIds', 'payment_id as paymentId'])
    .select(sql<boolean>`settled_at IS NOT NULL`.as('isSettled'));
}

/** Lists lines, the latest day first, after the line with the id `after`. */
export async function listLines(
  tx: Reader,
  states: readonly BankLineState[],
  page: { limit: number; after: { day: string; id: string } | null },
): Promise<LineRow[]> {
  let query = selectLines(tx).where('state', 'in', states);
  if (page.after) query = query.where(sql<boolean>`(day, id) < (${page.after.day}::date, ${page.after.id}::uuid)`);
  return await query.orderBy('day', 'desc').orderBy('id', 'desc').limit(page.limit).execute();
}

/** Counts lines, up to 1,001. */
export async function countLines(tx: Reader, states: readonly BankLineState[]): Promise<number> {
  return await countRows(tx, tx.selectFrom('bank_lines').select('id').where('state', 'in', states), 1_001);
}

export async function findLine(tx: Reader, id: string): Promise<LineRow | null> {
  const row = await selectLines(tx).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Locks a line until the transaction ends. */
export async function lockLine(tx: Tx, id: string): Promise<LineRow | null> {
  const row = await selectLines(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

export async function findEncrypted(
  tx: Reader,
  id: string,
): Promise<{ payerEncrypted: Buffer; textEncrypted: Buffer } | null> {
  const row = await tx
    .selectFrom('bank_lines')
    .select(['payer_sealed as payerEncrypted', 'text_sealed as textEncrypted'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Sets what a line pays. With a payment the line is settled. */
export async function updateLine(
  tx: Tx,
  id: string,
  { state, dueIds, paymentId }: { state: BankLineState; dueIds?: string[]; paymentId?: string },
): Promise<void> {
  await tx
    .updateTable('bank_lines')
    .set({
      state,
      ...(dueIds ? { due_ids: dueIds } : {}),
      ...(paymentId ? { payment_id: paymentId, settled_at: sql<Date>`app_now()` } : {}),
    })
    .where('id', '=', id)
    .execute();
}

const maxUnsettled = 100;

/** Lists lines of a file whose payment is not recorded, or not undone, yet; first those that pay. */
export async function listUnsettled(tx: Reader, statementId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('bank_lines')
    .select('id')
    .where('statement_id', '=', statementId)
    .where('state', 'in', ['matched', 'returned'])
    .where('settled_at', 'is', null)
    .orderBy('state')
    .orderBy('id')
    .limit(maxUnsettled)
    .execute();
  return rows.map(({ id }) => id);
}

export interface LineDueRow {
  lineId: string;
  id: string;
  userId: string;
  name: string;
  rf: string;
  cents: number;
  dueOn: string;
  state: DueState;
  series: string | null;
  year: number | null;
  number: number | null;
}

/**
 * Lists the dues of lines: those found by the import, and for an undecided line open ones of the same amount; at most three
 * of each line, the likeliest first.
 */
export async function listDuesOfLines(tx: Reader, ids: readonly string[]): Promise<LineDueRow[]> {
  const { rows } = await sql<LineDueRow>`
    SELECT l.id AS "lineId", d.id, d.user_id AS "userId", d.rf, d.gross_cents AS cents, d.due_on AS "dueOn", d.state,
      i.series, i.year, i.number, coalesce(c.name, o.first_name || ' ' || o.last_name, u.email) AS name
    FROM bank_lines l
    CROSS JOIN LATERAL (
      SELECT DISTINCT ON (found.id) found.* FROM (
        (SELECT n.*, array_position(l.due_ids, n.id) AS rank FROM dues n WHERE n.id = ANY(l.due_ids))
        UNION ALL
        (SELECT a.*, 9 AS rank FROM dues a WHERE a.state = 'open' AND a.gross_cents = l.cents AND a.gross_cents > 0
          AND l.state IN ('proposed', 'unmatched') ORDER BY a.due_on, a.id LIMIT 6)
      ) AS found ORDER BY found.id, found.rank
    ) AS d
    JOIN users u ON u.id = d.user_id
    LEFT JOIN medical_centers c ON c.user_id = d.user_id
    LEFT JOIN doctors o ON o.user_id = d.user_id
    LEFT JOIN invoices i ON i.id = d.invoice_id
    WHERE l.id = ANY(${[...ids]}::uuid[])
    ORDER BY l.id, d.rank, d.due_on, d.id`.execute(tx);
  return rows;
}
