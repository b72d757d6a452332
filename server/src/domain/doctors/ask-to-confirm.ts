import { type DoctorApplication, limits, screens } from '@medcloud/contract';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { newId } from '../../platform/ids/ids.ts';
import { randomToken } from '../../platform/ids/random.ts';
import { mailTexts } from '../../texts/mail.ts';
import { emailIndex } from '../accounts/email-index.ts';
import { accountOfAddress, countLinks, lockAddress } from '../accounts/reset-store.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import { writeMail } from '../messages/write-message.ts';
import type { Portal } from '../portal/portal.ts';
import { insertConfirmation, isLicenseTaken } from './confirmation-store.ts';
import { sealApplication } from './sealed-application.ts';
import { licenseTaken } from './taken.ts';

/**
 * Keeps an application sealed for a day and mails a link to confirm its e-mail. With the e-mail of a live account the same
 * statements run and the answer is the same; its owner is written to instead, and nothing is kept. A taken licence is
 * said before the e-mail is looked at, so that it says nothing about it.
 */
export async function askToConfirm(
  portal: Portal,
  asking: Asking,
  { language = 'en', ...form }: DoctorApplication,
  passwordHash: string,
): Promise<void> {
  const { keys, clock, random } = portal;
  const index = emailIndex(keys, form.email);
  const validMs = limits.confirmationLifetimeMs;
  await portal.db.within(systemScope('signup'), async (tx) => {
    if (await isLicenseTaken(tx, form.licenseNumber)) throw licenseTaken();
    await lockAddress(tx, index);
    const owner = await accountOfAddress(tx, form.email);
    const isOften = (await countLinks(tx, index)).confirmations >= limits.linkMailsPerHour;
    const id = newId(clock, random);
    const token = randomToken(random);
    const sealed = sealApplication(portal, id, { form: { ...form, language }, passwordHash });
    await insertConfirmation(tx, {
      id,
      email_index: index,
      token_hash: hashSecret(token),
      sealed: owner === null && !isOften ? sealed : null,
      validMs,
    });
    const texts = owner
      ? mailTexts[owner.language].emailKnown(linksOf(portal, owner.role))
      : mailTexts[language].confirmEmail({ doctor: nameOf(form), url: confirmLink(portal, token) });
    const kind = owner ? 'email-known' : 'confirm-email';
    await writeMail(portal, tx, { to: form.email, ...texts }, { kind, validMs, decoy: isOften });
    await record(tx, {
      event: 'signup_received',
      ...askedBy(asking),
      object: { kind: 'application', id },
      details: { plan: form.plan, mailed: !isOften },
    });
  });
}

function nameOf({ firstName, lastName }: Pick<DoctorApplication, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

function confirmLink({ settings }: Portal, token: string): string {
  return new URL(`${screens.confirmEmail}#${token}`, settings.publicUrl).href;
}

const logins = { admin: screens.adminLogin, doctor: screens.doctorLogin, medical_center: screens.centerLogin } as const;

function linksOf({ settings }: Portal, role: keyof typeof logins): { login: string; forgot: string } {
  return {
    login: new URL(logins[role], settings.publicUrl).href,
    forgot: new URL(screens.forgotPassword, settings.publicUrl).href,
  };
}
