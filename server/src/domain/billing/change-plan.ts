import type { DoctorBilling } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { Asking, DoctorPerson } from '../authorization/who.ts';
import { announce } from '../portal/announce.ts';
import { type Portal, today } from '../portal/portal.ts';
import { nextBillingDay, type PlanName, planOn } from '../subscriptions/effective.ts';
import { readBilling } from './describe-billing.ts';
import { findPlan, lockPlan, type PlanRow, savePlan } from './store.ts';

/**
 * Chooses a plan: from the day after the running period's end, or at once where none runs. The plan in force takes an
 * earlier choice back. Again: no effect.
 */
export async function changePlan(
  portal: Portal,
  scope: DoctorScope,
  asking: Asking<DoctorPerson>,
  wanted: PlanName,
): Promise<DoctorBilling> {
  const { doctorId } = scope;
  const day = today(portal);
  return await portal.db.within(scope, async (tx) => {
    const row = (await lockPlan(tx, doctorId)) ? await findPlan(tx, doctorId) : null;
    if (row === null) throw new Fault('not_found');
    const change = changeTo(row, wanted, day);
    if (change !== null) {
      await savePlan(tx, doctorId, change.plan, change.next);
      await record(tx, {
        event: 'plan_changed',
        ...askedBy(asking),
        object: { kind: 'doctor', id: doctorId },
        details: { before: planOn(row, day), wanted, from: change.next?.from ?? day },
      });
      await announce(tx, { kind: 'account', ids: [doctorId], to: { doctors: [doctorId], admins: true } });
    }
    return await readBilling(tx, doctorId, day);
  });
}

interface Change {
  plan: PlanName;
  next: { plan: PlanName; from: string } | null;
}

/** What is stored for a choice; null where it is so already. */
function changeTo(row: PlanRow, wanted: PlanName, day: string): Change | null {
  const inForce = planOn(row, day);
  const from = nextBillingDay(row.subscription, day);
  const later = row.nextPlanFrom !== null && row.nextPlanFrom > day ? row.nextPlan : null;
  if ((later ?? inForce) === wanted) return null;
  if (wanted === inForce) return { plan: inForce, next: null };
  return from === null ? { plan: wanted, next: null } : { plan: inForce, next: { plan: wanted, from } };
}
