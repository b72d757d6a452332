import type { CenterPlan } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Reader } from '../../database.ts';
import type { SubscriptionState } from './states.ts';

/** A center that may be charged. */
export interface BilledCenter {
  centerId: string;
  plan: CenterPlan;
  quotaBytes: number | null;
  /** Null if it was never charged. */
  state: SubscriptionState | null;
}

/** Finds the center of an account. Throws `not_found`, `not_manageable` if the account is no center's. */
export async function findBilledCenter(tx: Reader, userId: string): Promise<BilledCenter> {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('medical_centers as c', 'c.user_id', 'u.id')
    .leftJoin('subscriptions as s', 's.user_id', 'u.id')
    .select(['c.id as centerId', 'c.plan', 'c.quota_bytes as quotaBytes', 's.state'])
    .where('u.id', '=', userId)
    .where('u.closed_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Fault('not_found');
  const { centerId, plan, quotaBytes, state } = row;
  if (centerId === null || plan === null) throw new Fault('not_manageable');
  return { centerId, plan, quotaBytes, state };
}
