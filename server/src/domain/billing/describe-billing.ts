import type { DoctorBilling } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import { type AppContext, today } from '../core/context.ts';
import { showBilling } from './show.ts';
import { findPaymentMethod, findPlan, listInvoices } from './store.ts';

/** What a doctor pays, when next, how, and what was billed. */
export async function describeBilling(context: AppContext, scope: DoctorScope): Promise<DoctorBilling> {
  return await context.db.within(scope, (tx) => readBilling(tx, scope.doctorId, today(context)));
}

/** The same within a transaction that changed it. Fails with `not_found` where there is no such doctor. */
export async function readBilling(tx: Reader, doctorId: string, day: string): Promise<DoctorBilling> {
  const plan = await findPlan(tx, doctorId);
  if (plan === null) throw new Fault('not_found');
  return showBilling(plan, await findPaymentMethod(tx, doctorId), await listInvoices(tx, doctorId), day);
}
