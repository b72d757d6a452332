import type { CardFacts, DoctorSignup } from '@medcloud/contract';
import { newId } from '../../platform/kit/ids.ts';
import { checkStrength } from '../accounts/change-password.ts';
import type { Passwords } from '../accounts/password.ts';
import { insertUser } from '../accounts/store.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import { insertPaymentMethod, type PaymentMethod } from '../billing/store.ts';
import { announce } from '../portal/announce.ts';
import type { Portal } from '../portal/portal.ts';
import { insertDoctor } from './store.ts';
import { asConflict } from './taken.ts';

const termsVersion = '2026-11';

/**
 * Takes a doctor's application: an unverified account with a chosen plan; nobody is signed in. Fails with `conflict` on
 * the e-mail or licence of a live account; a rejected applicant may apply again, as a new record.
 */
export async function signUpDoctor(
  portal: Portal,
  passwords: Passwords,
  asking: Asking,
  form: DoctorSignup,
): Promise<void> {
  checkStrength(portal, form.password, 'password');
  const passwordHash = await passwords.hash(form.password);
  const userId = newId(portal.clock, portal.random);
  const doctorId = newId(portal.clock, portal.random);
  try {
    await portal.db.within(systemScope('signup'), async (tx) => {
      await insertUser(tx, {
        id: userId,
        email: form.email,
        passwordHash,
        role: 'doctor',
        language: form.language ?? 'en',
        initialPassword: null,
      });
      await insertDoctor(tx, { id: doctorId, user_id: userId, ...applicationColumns(form) });
      if (form.billing) await insertPaymentMethod(tx, doctorId, keptFacts(form.billing));
      await record(tx, {
        event: 'account_created',
        ...askedBy(asking),
        object: { kind: 'doctor', id: doctorId },
        details: { plan: form.plan },
      });
      await announce(tx, { kind: 'account', ids: [doctorId], to: { admins: true } });
    });
  } catch (error) {
    throw asConflict(error);
  }
}

function applicationColumns(form: DoctorSignup) {
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

function keptFacts({
  cardholderName,
  brand,
  last4,
  expiry,
  address,
  city,
  postalCode,
  country,
}: CardFacts): PaymentMethod {
  return {
    cardholderName,
    brand: brand ?? null,
    last4,
    expiry,
    address: address ?? null,
    city: city ?? null,
    postalCode: postalCode ?? null,
    country: country ?? null,
  };
}
