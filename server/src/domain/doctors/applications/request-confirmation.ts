import { type DoctorApplication, limits, screens } from '@medcloud/contract';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { randomToken } from '../../../platform/ids/random.ts';
import { emailIndex } from '../../accounts/email-index.ts';
import { lockAddress } from '../../accounts/passwords/lock-address.ts';
import { countMailedLinks, findAccountByAddress } from '../../accounts/passwords/reads.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { applicationScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import { shownRole } from '../../core/column-values.ts';
import type { AppContext, SendContext } from '../../core/context.ts';
import { enqueueMail } from '../../messages/enqueue-message.ts';
import { mailTexts } from '../../messages/mail-texts.ts';
import { licenseTakenFault } from '../conflict.ts';
import { insertConfirmation, isLicenseTaken } from './confirmations.ts';
import { encryptApplication } from './pending-application.ts';

/**
 * Stores an application encrypted for a day and mails a link to confirm its email. For the email of an existing
 * account the same statements run and the response is the same; its owner gets another mail and nothing is stored. A
 * taken license number is reported before the email is checked, so it reveals nothing about the email.
 */
export async function requestConfirmation(
  context: SendContext,
  request: RequestContext,
  { language = 'en', ...form }: DoctorApplication,
  passwordHash: string,
): Promise<void> {
  const { keys, clock, random } = context;
  const index = emailIndex(keys, form.email);
  const validMs = limits.confirmationLifetimeMs;
  const id = newId(clock, random);
  const token = randomToken(random);
  const link = { emailIndex: index, tokenHash: hashSecret(token) };
  await context.db.within(applicationScope({ ...form, link }), async (tx) => {
    if (await isLicenseTaken(tx, form.licenseNumber)) throw licenseTakenFault();
    await lockAddress(tx, index);
    const owner = await findAccountByAddress(tx, form.email);
    const isLimitReached = (await countMailedLinks(tx, index)).confirmations >= limits.linkMailsPerHour;
    const encrypted = encryptApplication(context, id, { form: { ...form, language }, passwordHash });
    await insertConfirmation(tx, {
      id,
      email_index: link.emailIndex,
      token_hash: link.tokenHash,
      sealed: owner === null && !isLimitReached ? encrypted : null,
      validMs,
    });
    const texts = owner
      ? mailTexts(owner.language).emailKnown(getSignInLinks(context, shownRole(owner.role)))
      : mailTexts(language).confirmEmail({ doctor: formatName(form), url: confirmLink(context, token) });
    const kind = owner ? 'email-known' : 'confirm-email';
    await enqueueMail(context, tx, { to: form.email, ...texts }, { kind, validMs, isDecoy: isLimitReached });
    await record(tx, {
      event: 'signup_received',
      ...toAuditFields(request),
      object: { kind: 'application', id },
      details: { plan: form.plan, mailed: !isLimitReached },
    });
  });
}

function formatName({ firstName, lastName }: Pick<DoctorApplication, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

function confirmLink({ settings }: Pick<AppContext, 'settings'>, token: string): string {
  return new URL(`${screens.confirmEmail}#${token}`, settings.publicUrl).href;
}

const logins = { admin: screens.adminLogin, doctor: screens.doctorLogin, medical_center: screens.centerLogin } as const;

function getSignInLinks(
  { settings }: Pick<AppContext, 'settings'>,
  role: keyof typeof logins,
): { login: string; forgot: string } {
  return {
    login: new URL(logins[role], settings.publicUrl).href,
    forgot: new URL(screens.forgotPassword, settings.publicUrl).href,
  };
}
