import { type DoctorBilling, type PaymentMethodUpdate, sentences } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { Asking, DoctorPerson } from '../authorization/who.ts';
import { announce } from '../portal/announce.ts';
import { type Portal, today } from '../portal/portal.ts';
import { readBilling } from './describe-billing.ts';
import { findPaymentMethod, lockPlan, type PaymentMethod, savePaymentMethod } from './store.ts';

/**
 * Replaces the kept card facts and billing address. Without a new card the kept one stays; fails with `validation` on
 * `last4` where none is kept. Again: no effect.
 */
export async function updatePaymentMethod(
  portal: Portal,
  scope: DoctorScope,
  asking: Asking<DoctorPerson>,
  form: PaymentMethodUpdate,
): Promise<DoctorBilling> {
  const { doctorId } = scope;
  return await portal.db.within(scope, async (tx) => {
    if (!(await lockPlan(tx, doctorId))) throw new Fault('not_found');
    const before = await findPaymentMethod(tx, doctorId);
    const after = withForm(before, form);
    const changed = before === null ? Object.keys(after) : changedFields(before, after);
    if (changed.length > 0) {
      await savePaymentMethod(tx, doctorId, after);
      await record(tx, {
        event: 'payment_method_changed',
        ...askedBy(asking),
        object: { kind: 'doctor', id: doctorId },
        details: { changed },
      });
      await announce(tx, { kind: 'account', ids: [doctorId], to: { doctors: [doctorId] } });
    }
    return await readBilling(tx, doctorId, today(portal));
  });
}

function withForm(before: PaymentMethod | null, form: PaymentMethodUpdate): PaymentMethod {
  const { last4, expiry } = form;
  const card = last4 && expiry ? { brand: form.brand ?? null, last4, expiry } : before;
  if (card === null) throw fieldFault('last4', sentences.required);
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
