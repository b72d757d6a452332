import { type DoctorBilling, issueCode, type PaymentMethodUpdate } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { TimeContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import { readBilling } from './describe-billing.ts';
import { findPaymentMethod, lockPlan, type PaymentMethod, upsertPaymentMethod } from './store.ts';

/**
 * Replaces the payment method and billing address. Without a new card, the stored one stays. Throws `validation` on
 * `last4` if none is stored. A repeated call has no effect.
 */
export async function updatePaymentMethod(
  context: TimeContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  form: PaymentMethodUpdate,
): Promise<DoctorBilling> {
  const { doctorId } = scope;
  return await context.db.within(scope, async (tx) => {
    if (!(await lockPlan(tx, doctorId))) throw new Fault('not_found');
    const before = await findPaymentMethod(tx, doctorId);
    const after = applyForm(before, form);
    const changed = before === null ? Object.keys(after) : changedFields(before, after);
    if (changed.length > 0) {
      await upsertPaymentMethod(tx, doctorId, after);
      await record(tx, {
        event: 'payment_method_changed',
        ...toAuditFields(request),
        object: { kind: 'doctor', id: doctorId },
        details: { changed },
      });
      await notifyClients(tx, { kind: 'account', ids: [doctorId], to: { doctors: [doctorId] } });
    }
    return await readBilling(context, tx, doctorId);
  });
}

function applyForm(before: PaymentMethod | null, form: PaymentMethodUpdate): PaymentMethod {
  const { last4, expiry } = form;
  const card = last4 && expiry ? { brand: form.brand ?? null, last4, expiry } : before;
  if (card === null) throw createFieldFault('last4', issueCode('required'));
  return {
    cardholderName: form.cardholderName,
    brand: card.brand,
    last4: card.last4,
    expiry: card.expiry,
    address: form.address ?? null,
    city: form.city ?? null,
    postalCode: form.postalCode ?? null,
    country: form.country ?? null,
  };
}

const fields = [
  'cardholderName',
  'brand',
  'last4',
  'expiry',
  'address',
  'city',
  'postalCode',
  'country',
] as const satisfies (keyof PaymentMethod)[];

function changedFields(before: PaymentMethod, after: PaymentMethod): string[] {
  return fields.filter((field) => before[field] !== after[field]);
}
