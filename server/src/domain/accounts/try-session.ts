import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { newId } from '../../platform/ids/ids.ts';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { findFirstAdministrator } from './administrator-store.ts';
import { newSecrets } from './secrets.ts';
import { findLiveSession, insertSession, revokeSession } from './session-store.ts';

/** Thrown at the trial's end, so that its transaction leaves nothing. */
class TrialOver extends Error {
  override name = 'TrialOver';
}

/**
 * Makes a session, finds it by its secret, revokes it, and does not find it again; all in a transaction that is then
 * undone, so that no session of a trial ever stands. Fails where any of this goes otherwise.
 */
export async function trySession(portal: Pick<Portal, 'db' | 'clock' | 'random'>): Promise<void> {
  const trial = portal.db.within(systemScope('sign-in'), async (tx) => {
    const userId = await findFirstAdministrator(tx);
    if (userId === null) throw new Error('There is no administrator.');
    const secrets = newSecrets(portal.random);
    const id = newId(portal.clock, portal.random);
    const bearerHash = hashSecret(secrets.sessionId);
    await insertSession(tx, {
      id,
      userId,
      role: 'admin',
      centerId: null,
      doctorId: null,
      bearerHash,
      cookieHash: hashSecret(secrets.cookie),
      idleSeconds: 1,
      absoluteSeconds: 60,
      addressBlock: 'health',
      device: { browser: null, system: null },
    });
    if ((await findLiveSession(tx, 'bearer_hash', bearerHash))?.sessionId !== id)
      throw new Error('A session was not found by its secret.');
    await revokeSession(tx, id, 'trial');
    if ((await findLiveSession(tx, 'bearer_hash', bearerHash)) !== null)
      throw new Error('A revoked session was still found.');
    throw new TrialOver();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof TrialOver)) throw error;
  });
}
