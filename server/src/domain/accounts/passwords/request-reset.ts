import { limits, screens } from '@medcloud/contract';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { randomToken } from '../../../platform/ids/random.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { resetRequestScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { SendContext } from '../../core/context.ts';
import { enqueueMail } from '../../messages/enqueue-message.ts';
import { mailTexts } from '../../messages/mail-texts.ts';
import { emailIndex } from '../email-index.ts';
import { lockAddress } from './lock-address.ts';
import { countMailedLinks, findAccountByAddress } from './reads.ts';
import { insertReset } from './store.ts';

/**
 * Mails a link to set a new password to the address of a center, doctor or administrator. Runs the same statements for
 * an unknown address and beyond three links per hour for one address, but mails nothing then.
 */
export async function requestReset(context: SendContext, request: RequestContext, email: string): Promise<void> {
  const { keys, clock, random, settings } = context;
  const index = emailIndex(keys, email);
  const validMs = limits.resetLifetimeMs;
  const token = randomToken(random);
  const tokenHash = hashSecret(token);
  await context.db.within(resetRequestScope({ email, emailIndex: index, tokenHash }), async (tx) => {
    await lockAddress(tx, index);
    const account = await findAccountByAddress(tx, email);
    const isLimitReached = (await countMailedLinks(tx, index)).resets >= limits.linkMailsPerHour;
    const owner = isLimitReached ? null : account;
    const id = newId(clock, random);
    await insertReset(tx, {
      id,
      user_id: owner?.id ?? null,
      email_index: index,
      token_hash: tokenHash,
      validMs,
    });
    const texts = mailTexts(account?.language ?? 'en').passwordReset({
      url: new URL(`${screens.resetPassword}#${token}`, settings.publicUrl).href,
      minutes: validMs / 60_000,
      centerId: account?.centerId ?? null,
    });
    await enqueueMail(
      context,
      tx,
      { to: email, ...texts },
      { kind: 'password-reset', validMs, isDecoy: owner === null },
    );
    const auditFields = toAuditFields(request);
    await record(tx, {
      event: 'password_reset_requested',
      ...auditFields,
      actor: { ...auditFields.actor, ...(account ? { personId: account.id } : {}) },
      object: { kind: 'password_reset', id },
      details: { mailed: owner !== null },
    });
  });
}
