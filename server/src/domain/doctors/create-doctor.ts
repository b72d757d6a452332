import type { DoctorApplication } from '@medcloud/contract';
import { newId } from '../../platform/ids/ids.ts';
import { createUser } from '../accounts/create-user.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { RequestContext } from '../authorization/principal.ts';
import { createPaymentMethod } from '../billing/create-payment-method.ts';
import { insertBusiness } from '../billing/parties/insert-business.ts';
import type { AppContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { insertDoctor } from './store.ts';

const termsVersion = '2026-11';

/**
 * Creates the unverified account of an application, in the caller's transaction. Returns the doctor's id. Violates
 * `users_email_live` or `doctors_license_live` if an open account has the email or license number.
 */
export async function createDoctor(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  request: RequestContext,
  form: DoctorApplication,
  passwordHash: string,
): Promise<string> {
  const userId = newId(context.clock, context.random);
  const doctorId = newId(context.clock, context.random);
  await createUser(tx, {
    id: userId,
    email: form.email,
    passwordHash,
    role: 'doctor',
    language: form.language ?? 'en',
    initialPassword: null,
  });
  await insertDoctor(tx, { id: doctorId, user_id: userId, ...applicationColumns(form) });
  if (form.billing) await createPaymentMethod(tx, doctorId, form.billing);
  if (form.business) await insertBusiness(tx, { userId, ...form }, form.business);
  await record(tx, {
    event: 'account_created',
    ...toAuditFields(request),
    object: { kind: 'doctor', id: doctorId },
    details: { plan: form.plan },
  });
  await notifyClients(tx, { kind: 'account', ids: [doctorId], to: { admins: true } });
  return doctorId;
}

function applicationColumns(form: DoctorApplication) {
  return {
    first_name: form.firstName.normalize('NFC'),
    last_name: form.lastName.normalize('NFC'),
    license_number: form.licenseNumber,
    specialization: form.specialization,
    gender: form.gender ?? null,
    plan: form.plan,
    terms_version: form.acceptedTerms ? termsVersion : null,
  };
}
