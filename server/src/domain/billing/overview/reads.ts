import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

export interface OpenDueRow {
  id: string;
  netCents: number;
  vatCents: number;
  /** What is left to pay, after the account's credit. */
  openCents: number;
  dueOn: string;
  from: string;
  to: string;
  rf: string;
  /** An invoice was issued: it stays owed. */
  hasInvoice: boolean;
}

const openCentsOfDue = sql<number>`due_open_cents(d)`;

/** Returns what is left to pay of a due, after the account's credit, in cents. */
export async function findCentsToPay(tx: Reader, dueId: string): Promise<number> {
  return (await sumCentsToPay(tx, [dueId])).get(dueId) ?? 0;
}

/** Returns the same of several dues, by due. */
export async function sumCentsToPay(tx: Reader, dueIds: readonly string[]): Promise<Map<string, number>> {
  if (dueIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('dues as d')
    .select(['d.id', openCentsOfDue.as('cents')])
    .where('d.id', 'in', dueIds)
    .execute();
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

function selectDues(tx: Reader, userId: string, dueId: string | undefined) {
  const left = openCentsOfDue;
  const query = tx
    .selectFrom('dues as d')
    .select([
      'd.id',
      'd.net_cents as netCents',
      'd.vat_cents as vatCents',
      left.as('openCents'),
      'd.due_on as dueOn',
      'd.from_day as from',
      'd.to_day as to',
      'd.rf',
      sql<boolean>`d.invoice_id IS NOT NULL`.as('hasInvoice'),
    ])
    .where('d.user_id', '=', userId)
    .where(sql<boolean>`${left} > 0`);
  return dueId === undefined ? query : query.where('d.id', '=', dueId);
}

/** A request for an upgrade: nothing is owed, and it is shown with the plan. */
const isUpgradeRequest = sql<boolean>`(d.kind = 'upgrade' AND d.invoice_id IS NULL)`;

/** Finds what an account has to pay first, requests for upgrades left out, or what is left of one due. */
export async function findOpenDue(tx: Reader, userId: string, dueId?: string): Promise<OpenDueRow | null> {
  let query = selectDues(tx, userId, dueId).where('d.state', '=', 'open');
  if (dueId === undefined) query = query.where(sql<boolean>`NOT ${isUpgradeRequest}`);
  return (await query.orderBy('d.due_on').orderBy('d.id').executeTakeFirst()) ?? null;
}

/** Returns whether an account is owed an invoice, also of a request that its money pays. */
export async function isInvoiceAwaited(tx: Reader, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('dues as d')
    .select('d.id')
    .where('d.user_id', '=', userId)
    .where('d.state', '=', 'open')
    .where('d.invoice_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the latest request of an account that ended: its payment starts the subscription again. */
export async function findRestartDue(tx: Reader, userId: string, dueId?: string): Promise<OpenDueRow | null> {
  const row = await selectDues(tx, userId, dueId)
    .innerJoin('subscriptions as s', 's.user_id', 'd.user_id')
    .where('s.state', '=', 'ended')
    .where('d.state', 'in', ['expired', 'withdrawn'])
    .where('d.invoice_id', 'is', null)
    .where('d.kind', '<>', 'upgrade')
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM dues later WHERE later.user_id = d.user_id AND later.from_day >= d.from_day
        AND later.kind <> 'upgrade' AND (later.state IN ('open', 'paid') OR (later.invoice_id IS NULL AND later.id > d.id)))`,
    )
    .orderBy('d.from_day', 'desc')
    .orderBy('d.id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** Returns whether a card of an account was charged and the provider has not said how that ended. An open page is no charge. */
export async function isPaymentChecked(tx: Reader, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['pay', 'charge'])
    .where(sql<boolean>`(state = 'processing' OR (state = 'begun' AND purpose = 'charge'))`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A payment whose end is not known: the bank checks it, a person decides about it, or the card's bank disputes it. */
interface CheckedPayment {
  cents: number;
  on: string;
}

/** Finds a payment by card of a due that is checked, so that nobody pays twice meanwhile. */
export async function findCheckedPayment(
  tx: Reader,
  { userId, dueId, timeZone }: { userId: string; dueId: string; timeZone: string },
): Promise<CheckedPayment | null> {
  const { rows } = await sql<CheckedPayment>`
    SELECT coalesce(p.cents, CASE WHEN a.received_currency = 'EUR' THEN a.received_cents END, a.cents)::int AS cents,
      coalesce(p.received_on, (a.created_at AT TIME ZONE ${timeZone})::date) AS "on"
    FROM payment_attempts a LEFT JOIN payments p ON p.id = a.payment_id
    WHERE a.user_id = ${userId} AND a.due_id = ${dueId} AND a.purpose IN ('pay', 'charge')
      AND (a.state IN ('processing', 'review') OR (a.state = 'begun' AND a.purpose = 'charge')
        OR EXISTS (SELECT FROM payment_disputes x WHERE x.payment_id = p.id AND x.state = 'open'))
    ORDER BY a.created_at DESC, a.id DESC LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}

/** Returns a customer's money that pays for no invoice yet, in cents. */
export async function findCreditCents(tx: Reader, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('ledger_postings')
    .select(sql<number>`greatest(coalesce(-sum(cents), 0), 0)::bigint`.as('cents'))
    .where('user_id', '=', userId)
    .where('account', '=', 'unallocated')
    .executeTakeFirstOrThrow();
  return row.cents;
}
