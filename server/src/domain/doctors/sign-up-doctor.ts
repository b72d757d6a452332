import type { DoctorSignup } from '@medcloud/contract';
import { checkPasswordStrength } from '../accounts/passwords/check-password-strength.ts';
import type { PasswordHasher } from '../accounts/passwords/password-hasher.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { AppContext } from '../core/context.ts';
import { toConflict } from './conflict.ts';
import { createDoctor } from './create-doctor.ts';
import { requestConfirmation } from './request-confirmation.ts';

/**
 * Takes a doctor's application: an unverified account with a chosen plan; nobody is signed in. Where mail reaches its
 * readers, the applicant first confirms the e-mail, and a known one answers as if new. Otherwise fails with `conflict` on
 * the e-mail of a live account; on its licence in both cases. A rejected applicant may apply again, as a new record.
 */
export async function signUpDoctor(
  context: AppContext,
  passwords: PasswordHasher,
  request: RequestContext,
  form: DoctorSignup,
): Promise<void> {
  const personalWords = [form.email, form.firstName, form.lastName, form.licenseNumber];
  checkPasswordStrength(context, form.password, { field: 'password', personalWords });
  const passwordHash = await passwords.hash(form.password);
  if (context.settings.mailConfirms) return await requestConfirmation(context, request, form, passwordHash);
  try {
    await context.db.within(systemScope('signup'), (tx) => createDoctor(context, tx, request, form, passwordHash));
  } catch (error) {
    throw toConflict(error);
  }
}
