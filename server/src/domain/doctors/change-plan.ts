import type { DoctorBilling } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import { readBilling } from '../billing/describe-billing.ts';
import { findPlan, type PlanRow } from '../billing/reads.ts';
import { replaceRequestJob } from '../billing/subscriptions/requests/replace-request.ts';
import { nextPeriodDay, type PlanName, planOn } from '../billing/subscriptions/subscription-period.ts';
import { type AppContext, type TimeContext, today } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import { lockDoctor, updatePlan } from './store.ts';

/**
 * Changes the plan from the day after the current period's end, or at once if no period is running. Choosing the
 * current plan cancels an earlier change. A repeated call has no effect.
 */
export async function changePlan(
  context: TimeContext & Pick<AppContext, 'queue'>,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  wanted: PlanName,
): Promise<DoctorBilling> {
  const { doctorId } = scope;
  const day = today(context);
  return await context.db.within(scope, async (tx) => {
    const row = (await lockDoctor(tx, doctorId)) ? await findPlan(tx, doctorId) : null;
    if (row === null) throw new Fault('not_found');
    const change = computePlanChange(row, wanted, day);
    if (change !== null) {
      await updatePlan(tx, doctorId, change.plan, change.next);
      const { userId } = request.principal;
      await context.queue.add(tx, { kind: replaceRequestJob, payload: { userId }, key: userId });
      await record(tx, {
        event: 'plan_changed',
        ...toAuditFields(request),
        object: { kind: 'doctor', id: doctorId },
        details: { before: planOn(row, day), wanted, from: change.next?.from ?? day },
      });
      await notifyClients(tx, { kind: 'account', ids: [doctorId], to: { doctors: [doctorId], admins: true } });
    }
    return await readBilling(context, tx, doctorId);
  });
}

interface PlanChange {
  plan: PlanName;
  next: { plan: PlanName; from: string } | null;
}

/** Computes what to store for a choice; null if nothing changes. */
function computePlanChange(row: PlanRow, wanted: PlanName, day: string): PlanChange | null {
  const currentPlan = planOn(row, day);
  const from = nextPeriodDay(row.subscription, day);
  const pendingPlan = row.nextPlanFrom !== null && row.nextPlanFrom > day ? row.nextPlan : null;
  if ((pendingPlan ?? currentPlan) === wanted) return null;
  if (wanted === currentPlan) return { plan: currentPlan, next: null };
  return from === null ? { plan: wanted, next: null } : { plan: currentPlan, next: { plan: wanted, from } };
}
