import type { Reader } from '../database.ts';
import type { StoredPlan, StoredSubscription } from './subscriptions/subscription-period.ts';

export interface PlanRow extends StoredPlan {
  subscription: StoredSubscription;
}

/** Finds a doctor's plan with its subscription. */
export async function findPlan(tx: Reader, doctorId: string): Promise<PlanRow | null> {
  const row = await tx
    .selectFrom('doctors as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select([
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
