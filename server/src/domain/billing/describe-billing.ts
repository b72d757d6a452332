import type { DoctorBilling } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { DoctorScope } from '../authorization/scope.ts';
import { type TimeContext, today } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { findPlan } from './reads.ts';
import { showBilling } from './show.ts';
import { findPaymentMethod, listInvoices } from './store.ts';

/** Describes a doctor's fee, next billing day, payment method and invoices. */
export async function describeBilling(context: TimeContext, scope: DoctorScope): Promise<DoctorBilling> {
  return await context.db.within(scope, (tx) => readBilling(tx, scope.doctorId, today(context)));
}

/** Reads the same in the caller's transaction. Throws `not_found` if there is no such doctor. */
export async function readBilling(tx: Reader, doctorId: string, day: string): Promise<DoctorBilling> {
  const plan = await findPlan(tx, doctorId);
  if (plan === null) throw new Fault('not_found');
  return showBilling(plan, await findPaymentMethod(tx, doctorId), await listInvoices(tx, doctorId), day);
}
