import { Fault } from '@medcloud/contract/faults';
import type { Role } from '@medcloud/contract/shapes/accounts';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import type { Tx } from '../../platform/db/database.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { mailedScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { aboutOwner } from './about-owner.ts';
import { checkStrength } from './check-strength.ts';
import { emailIndex } from './email-index.ts';
import { findByReset, type Recovered, supersedeResets, useReset } from './reset-store.ts';
import { revokeSessionsOf } from './session-store.ts';
import { type Door, doorKey, type SignInPorts } from './sign-in.ts';
import { updatePassword } from './store.ts';
import { tellPasswordChanged } from './tell-password-changed.ts';
import { endTokensOf } from './token-store.ts';

/**
 * Sets a new password by a mailed link, once: every session and API token of the account and every other link end with it, and its
 * owner is told by mail. Answers the account's role. Fails with `invalid_or_expired`, and with `validation` where the
 * password is too short for the posture (the link stays good).
 */
export async function resetPassword(
  portal: Portal,
  ports: SignInPorts,
  asking: Asking,
  { token, password }: { token: string; password: string },
): Promise<Role> {
  const scope = mailedScope('recovery', token);
  const tokenHash = hashSecret(token);
  const account = await portal.db.within(scope, (tx) => ownerOf(portal, tx, tokenHash));
  checkStrength(portal, password, { field: 'password', about: await aboutOwner(portal, account) });
  const passwordHash = await ports.passwords.hash(password);
  await portal.db.within(scope, async (tx) => {
    await ownerOf(portal, tx, tokenHash);
    if (!(await useReset(tx, tokenHash))) throw new Fault('invalid_or_expired');
    await setPassword(portal, tx, asking, account, passwordHash);
  });
  // whoever guessed at this account before does not keep its owner out
  await ports.throttle.succeededSignIn({ account: doorKey(doorOf(account)), by: { block: asking.addressBlock } });
  return account.role;
}

/** Whose link this is. A link that went to an address which the account has left since opens nothing: others may read mail there. */
async function ownerOf({ keys }: Portal, tx: Tx, tokenHash: Buffer): Promise<Recovered> {
  const account = await findByReset(tx, tokenHash);
  if (account === null || !emailIndex(keys, account.email).equals(account.mailedTo))
    throw new Fault('invalid_or_expired');
  return account;
}

async function setPassword(portal: Portal, tx: Tx, asking: Asking, account: Recovered, chosen: string): Promise<void> {
  const isSet = await updatePassword(tx, account.userId, { compared: account.passwordHash, chosen });
  if (!isSet) throw new Fault('invalid_or_expired');
  await supersedeResets(tx, account.userId);
  await revokeSessionsOf(tx, account.userId, 'password_reset');
  const tokens = await endTokensOf(tx, account.userId);
  const asked = askedBy(asking);
  const actor = { ...asked.actor, personId: account.userId };
  await record(tx, { event: 'password_reset', ...asked, actor, details: { tokens } });
  await tellPasswordChanged(portal, tx, account);
}

function doorOf({ role, email, centerId }: Recovered): Door {
  if (centerId !== null) return { kind: 'center', centerId };
  return { kind: role === 'admin' ? 'admin' : 'doctor', email };
}
