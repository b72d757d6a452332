import type { CenterPlan } from '@medcloud/contract';
import type { ChosenPlan } from '@medcloud/contract/shapes/billing/plan-change';
import { sql } from 'kysely';
import type { Reader } from '../../database.ts';
import { type DueRow, listOpenDues } from '../dues/reads.ts';
import type { PlanCode } from '../dues/tables.ts';
import type { SubscriptionState } from '../subscriptions/states.ts';
import type { PricedDays } from './compute-upgrade.ts';

/** A center with what it is charged for, and what it stores. */
export interface ChargedCenter {
  userId: string;
  centerId: string;
  plan: CenterPlan;
  quotaBytes: number | null;
  usedBytes: number;
  /** Null if it was never charged. */
  state: SubscriptionState | null;
  method: 'bank' | 'card' | null;
  nextPlan: ChosenPlan | null;
  hasParty: boolean;
}

/** Finds the center of an account, or null. */
export async function findChargedCenter(tx: Reader, userId: string): Promise<ChargedCenter | null> {
  const row = await tx
    .selectFrom('medical_centers as c')
    .innerJoin('center_figures as f', 'f.center_id', 'c.id')
    .leftJoin('subscriptions as s', 's.user_id', 'c.user_id')
    .leftJoin('billing_parties as b', 'b.user_id', 'c.user_id')
    .select(['c.user_id as userId', 'c.id as centerId', 'c.plan', 'c.quota_bytes as quotaBytes'])
    .select(['f.exam_bytes as usedBytes', 's.state', 's.method', 's.next_plan as nextPlan'])
    .select(sql<boolean>`b.user_id IS NOT NULL`.as('hasParty'))
    .where('c.user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** A period that runs or begins later, with the price of its days. */
export interface PaidDays extends PricedDays {
  id: string;
  plan: PlanCode;
  kind: 'paid' | 'invoiced' | 'trial' | 'granted' | 'manual';
  dueId: string | null;
}

/** Lists an account's periods from a day on, grace left out, the earliest first. Days of an administrator have the account's price. */
export async function listPaidDays(tx: Reader, userId: string, day: string): Promise<PaidDays[]> {
  return await tx
    .selectFrom('subscription_periods as p')
    .innerJoin('subscriptions as s', 's.user_id', 'p.user_id')
    .innerJoin('prices as r', (join) => join.on('r.id', '=', sql<string>`coalesce(p.price_id, s.price_id)`))
    .select(['p.id', 'p.from_day as from', 'p.to_day as to', 'p.due_id as dueId'])
    .select([sql<PaidDays['kind']>`p.kind`.as('kind'), 'r.plan'])
    .select(['r.period_months as periodMonths', 'r.gross_cents as grossCents'])
    .where('p.user_id', '=', userId)
    .where('p.cut_on', 'is', null)
    .where('p.kind', '<>', 'grace')
    .where('p.to_day', '>=', day)
    .orderBy('p.from_day')
    .execute();
}

/** Finds the request for an upgrade that an account has not paid. */
export async function findUpgradeRequest(tx: Reader, userId: string): Promise<DueRow | null> {
  const dues = await listOpenDues(tx, userId);
  return dues.find(({ kind, invoiceId }) => kind === 'upgrade' && invoiceId === null) ?? null;
}

/** Days within which a request that was not paid counts. */
const daysToRemember = 90;

/**
 * Returns whether the storage of a higher plan is there before its payment. Not again after an earlier request that was not
 * paid: else a center would have it for nothing.
 */
export async function mayRaiseStorage(tx: Reader, userId: string, day: string): Promise<boolean> {
  const row = await tx
    .selectFrom('dues')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'upgrade')
    .where('invoice_id', 'is', null)
    .where('state', 'in', ['expired', 'withdrawn'])
    .where(sql<boolean>`created_at > ${day}::date - ${daysToRemember}::int AND created_at < ${day}::date`)
    .limit(1)
    .executeTakeFirst();
  return row === undefined;
}
