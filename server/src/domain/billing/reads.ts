import type { CenterPlan } from '@medcloud/contract';
import type { Reader } from '../database.ts';
import type { StoredPlan, StoredSubscription } from './subscriptions/subscription-period.ts';

export interface PlanRow extends StoredPlan {
  userId: string;
  subscription: StoredSubscription;
}

/** Finds a doctor's plan with its subscription. */
export async function findPlan(tx: Reader, doctorId: string): Promise<PlanRow | null> {
  const row = await tx
    .selectFrom('doctors as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select([
      'd.user_id as userId',
      'd.plan',
      'd.next_plan as nextPlan',
      'd.next_plan_from as nextPlanFrom',
      'u.subscription_status as status',
      'u.subscription_start_date as start',
      'u.subscription_end_date as end',
    ])
    .where('d.id', '=', doctorId)
    .executeTakeFirst();
  if (!row) return null;
  const { status, start, end, ...plan } = row;
  return { ...plan, subscription: { status, start, end } };
}

export interface CenterPlanRow {
  centerId: string;
  plan: CenterPlan;
  quotaBytes: number | null;
  /** The plan after the days that are paid for; null: the same. */
  nextPlan: CenterPlan | null;
  subscription: StoredSubscription;
}

/** Finds the plan and subscription of a center's user. */
export async function findCenterPlan(tx: Reader, userId: string): Promise<CenterPlanRow | null> {
  const row = await tx
    .selectFrom('medical_centers as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .leftJoin('subscriptions as s', 's.user_id', 'c.user_id')
    .select([
      'c.id as centerId',
      'c.plan',
      'c.quota_bytes as quotaBytes',
      's.next_plan as nextPlan',
      'u.subscription_status as status',
      'u.subscription_start_date as start',
      'u.subscription_end_date as end',
    ])
    .where('c.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { centerId, plan, quotaBytes, nextPlan, ...subscription } = row;
  return { centerId, plan, quotaBytes, nextPlan, subscription };
}
