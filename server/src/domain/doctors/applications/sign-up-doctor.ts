import type { DoctorSignup } from '@medcloud/contract';
import { checkPasswordStrength } from '../../accounts/passwords/check-password-strength.ts';
import type { PasswordHasher } from '../../accounts/passwords/password-hasher.ts';
import { applicationScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { SendContext } from '../../core/context.ts';
import { toConflict } from '../conflict.ts';
import { createDoctor } from '../create-doctor.ts';
import { requestConfirmation } from './request-confirmation.ts';

/**
 * Creates a doctor's application: an unverified account with a chosen plan, without a session. If mail is delivered
 * (`canConfirmByMail`), the applicant first confirms the email, and a known email gets the same response as a new one.
 * Otherwise throws `conflict` for the email of an open account. Throws `conflict` for a taken license number in both
 * cases. A rejected applicant may apply again, as a new record.
 */
export async function signUpDoctor(
  context: SendContext,
  passwords: PasswordHasher,
  request: RequestContext,
  form: DoctorSignup,
): Promise<void> {
  const personalWords = [form.email, form.firstName, form.lastName, form.licenseNumber];
  checkPasswordStrength(context, form.password, { field: 'password', personalWords });
  const passwordHash = await passwords.hash(form.password);
  if (context.settings.canConfirmByMail) return await requestConfirmation(context, request, form, passwordHash);
  try {
    await context.db.within(applicationScope(form), (tx) => createDoctor(context, tx, request, form, passwordHash));
  } catch (error) {
    throw toConflict(error);
  }
}
