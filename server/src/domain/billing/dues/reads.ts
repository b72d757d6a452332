import type { DueState } from '@medcloud/contract/choices';
import { sql } from 'kysely';
import type { Reader } from '../../database.ts';
import type { PlanCode } from './tables.ts';

export interface Price {
  id: string;
  plan: PlanCode;
  periodMonths: number;
  /** Tax of the home rate included. */
  grossCents: number;
}

const priceColumns = ['id', 'plan', 'period_months as periodMonths', 'gross_cents as grossCents'] as const;

/** Returns the version of a plan's price that holds on a day. `centerId`: of `center.enterprise`. */
export async function findPrice(
  tx: Reader,
  plan: PlanCode,
  day: string,
  centerId: string | null = null,
): Promise<Price | null> {
  const row = await tx
    .selectFrom('prices')
    .select(priceColumns)
    .where('plan', '=', plan)
    .where('center_id', 'is not distinct from', centerId)
    .where('from_day', '<=', day)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a version of a price by its id. */
export async function findPriceVersionOf(tx: Reader, id: string): Promise<Price> {
  return await tx.selectFrom('prices').select(priceColumns).where('id', '=', id).executeTakeFirstOrThrow();
}

/** What is owed for a period, with its price. */
export interface DueRow {
  id: string;
  userId: string;
  kind: 'first' | 'renewal' | 'upgrade' | 'agreed';
  /** What it asks for: of `months`, the price's part; of an upgrade, the difference for the days that are left. */
  price: Price;
  /** Months that an administrator chose; null: the price's. */
  months: number | null;
  from: string;
  to: string;
  grossCents: number;
  rf: string;
  dueOn: string;
  invoiceId: string | null;
  state: DueState;
}

function selectDues(tx: Reader) {
  return tx
    .selectFrom('dues as d')
    .innerJoin('prices as p', 'p.id', 'd.price_id')
    .select([
      'd.id',
      'd.user_id as userId',
      'd.kind',
      'd.from_day as from',
      'd.to_day as to',
      'd.gross_cents as grossCents',
      'd.rf',
      'd.due_on as dueOn',
      'd.invoice_id as invoiceId',
      'd.state',
      'p.id as priceId',
      'p.plan',
      'd.months',
      sql<number>`coalesce(d.months, p.period_months)`.as('periodMonths'),
      sql<number>`coalesce(d.price_cents, p.gross_cents)`.as('priceCents'),
    ]);
}

type SelectedDue = Awaited<ReturnType<ReturnType<typeof selectDues>['executeTakeFirstOrThrow']>>;

function toDueRow({ priceId, plan, periodMonths, priceCents, ...due }: SelectedDue): DueRow {
  return { ...due, price: { id: priceId, plan, periodMonths, grossCents: priceCents } };
}

export async function findDue(tx: Reader, by: { id: string } | { rf: string }): Promise<DueRow | null> {
  const row = await ('id' in by
    ? selectDues(tx).where('d.id', '=', by.id)
    : selectDues(tx).where('d.rf', '=', by.rf)
  ).executeTakeFirst();
  return row === undefined ? null : toDueRow(row);
}

/** Finds dues by their ids. */
export async function findDues(tx: Reader, ids: readonly string[]): Promise<Map<string, DueRow>> {
  if (ids.length === 0) return new Map();
  const rows = await selectDues(tx).where('d.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, toDueRow(row)]));
}

/** Returns the day in a time zone on which a due was asked for. */
export async function findDayOfDue(tx: Reader, id: string, timeZone: string): Promise<string> {
  const { day } = await tx
    .selectFrom('dues')
    .select(sql<string>`(created_at AT TIME ZONE ${timeZone})::date`.as('day'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return day;
}

/** Finds the due whose document an invoice is. */
export async function findDueOfInvoice(tx: Reader, invoiceId: string): Promise<DueRow | null> {
  const row = await selectDues(tx).where('d.invoice_id', '=', invoiceId).executeTakeFirst();
  return row === undefined ? null : toDueRow(row);
}

const maxDues = 100;

/** Lists an account's open dues, the earliest due first. */
export async function listOpenDues(tx: Reader, userId: string): Promise<DueRow[]> {
  const rows = await selectDues(tx)
    .where('d.user_id', '=', userId)
    .where('d.state', '=', 'open')
    .orderBy('d.due_on')
    .orderBy('d.id')
    .limit(maxDues)
    .execute();
  return rows.map(toDueRow);
}
