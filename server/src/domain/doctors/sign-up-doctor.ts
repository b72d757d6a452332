import type { DoctorSignup } from '@medcloud/contract';
import { checkStrength } from '../accounts/check-strength.ts';
import type { Passwords } from '../accounts/password.ts';
import { systemScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { addDoctor } from './add-doctor.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { asConflict } from './taken.ts';

/**
 * Takes a doctor's application: an unverified account with a chosen plan; nobody is signed in. Where mail reaches its
 * readers, the applicant first confirms the e-mail, and a known one answers as if new. Otherwise fails with `conflict` on
 * the e-mail of a live account; on its licence in both cases. A rejected applicant may apply again, as a new record.
 */
export async function signUpDoctor(
  portal: Portal,
  passwords: Passwords,
  asking: Asking,
  form: DoctorSignup,
): Promise<void> {
  const about = [form.email, form.firstName, form.lastName, form.licenseNumber];
  checkStrength(portal, form.password, { field: 'password', about });
  const passwordHash = await passwords.hash(form.password);
  if (portal.settings.mailConfirms) return await askToConfirm(portal, asking, form, passwordHash);
  try {
    await portal.db.within(systemScope('signup'), (tx) => addDoctor(portal, tx, asking, form, passwordHash));
  } catch (error) {
    throw asConflict(error);
  }
}
