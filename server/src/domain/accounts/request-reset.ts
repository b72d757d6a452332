import { limits, screens } from '@medcloud/contract';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { newId } from '../../platform/ids/ids.ts';
import { randomToken } from '../../platform/ids/random.ts';
import { mailTexts } from '../../texts/mail.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import { writeMail } from '../messages/write-message.ts';
import type { Portal } from '../portal/portal.ts';
import { emailIndex } from './email-index.ts';
import { accountOfAddress, countLinks, insertReset, lockAddress } from './reset-store.ts';

/**
 * Mails a link to choose a new password to whoever has the address: centers, doctors and administrators alike. The same
 * statements run for an address that nobody has, and past three links an hour to one address; nothing is mailed then.
 */
export async function requestReset(portal: Portal, asking: Asking, email: string): Promise<void> {
  const { keys, clock, random, settings } = portal;
  const index = emailIndex(keys, email);
  const validMs = limits.resetLifetimeMs;
  await portal.db.within(systemScope('recovery'), async (tx) => {
    await lockAddress(tx, index);
    const account = await accountOfAddress(tx, email);
    const isOften = (await countLinks(tx, index)).resets >= limits.linkMailsPerHour;
    const owner = isOften ? null : account;
    const id = newId(clock, random);
    const token = randomToken(random);
    await insertReset(tx, {
      id,
      user_id: owner?.id ?? null,
      email_index: index,
      token_hash: hashSecret(token),
      validMs,
    });
    const texts = mailTexts[account?.language ?? 'en'].passwordReset({
      url: new URL(`${screens.resetPassword}#${token}`, settings.publicUrl).href,
      minutes: validMs / 60_000,
      centerId: account?.centerId ?? null,
    });
    await writeMail(portal, tx, { to: email, ...texts }, { kind: 'password-reset', validMs, decoy: owner === null });
    const asked = askedBy(asking);
    await record(tx, {
      event: 'password_reset_requested',
      ...asked,
      actor: { ...asked.actor, ...(account ? { personId: account.id } : {}) },
      object: { kind: 'password_reset', id },
      details: { mailed: owner !== null },
    });
  });
}
