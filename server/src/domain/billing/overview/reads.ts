import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

export interface OpenDueRow {
  id: string;
  netCents: number;
  vatCents: number;
  /** What is left to pay. */
  openCents: number;
  dueOn: string;
  from: string;
  to: string;
  rf: string;
}

function selectDues(tx: Reader, userId: string, dueId: string | undefined) {
  const left = sql<number>`CASE WHEN d.invoice_id IS NULL THEN d.gross_cents ELSE
    (SELECT coalesce(sum(p.cents), 0)::bigint FROM ledger_postings p WHERE p.invoice_id = d.invoice_id) END`;
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
