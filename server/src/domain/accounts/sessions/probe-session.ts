import { newId } from '../../../platform/ids/ids.ts';
import { sessionProbeScope, systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { findFirstAdministrator } from '../administrators.ts';
import { hashSessionSecrets, newSessionSecrets } from './session-secrets.ts';
import { findActiveSessionWithin, insertSession, revokeSession } from './store.ts';

/** Thrown at the end of the probe to roll its transaction back. */
class ProbeRollback extends Error {
  override name = 'ProbeRollback';
}

/**
 * Creates a session, finds it by its secret, revokes it, and checks that it is no longer found. The transaction is
 * rolled back, so no probe session ever exists. Throws if any step fails.
 */
export async function probeSession(context: Pick<AppContext, 'db' | 'clock' | 'random'>): Promise<void> {
  const userId = await context.db.within(systemScope('start'), findFirstAdministrator);
  if (userId === null) throw new Error('There is no administrator.');
  const newSession = hashSessionSecrets(newSessionSecrets(context.random));
  const { bearerHash } = newSession;
  const probe = context.db.within(sessionProbeScope(userId, newSession), async (tx) => {
    const id = newId(context.clock, context.random);
    await insertSession(tx, {
      id,
      userId,
      role: 'admin',
      centerId: null,
      memberId: null,
      doctorId: null,
      ...newSession,
      idleSeconds: 1,
      absoluteSeconds: 60,
      addressBlock: 'health',
      isBound: false,
      device: { browser: null, system: null },
    });
    if ((await findActiveSessionWithin(tx, 'bearer_hash', bearerHash))?.sessionId !== id)
      throw new Error('A session was not found by its secret.');
    await revokeSession(tx, id, 'trial');
    if ((await findActiveSessionWithin(tx, 'bearer_hash', bearerHash)) !== null)
      throw new Error('A revoked session was still found.');
    throw new ProbeRollback();
  });
  await probe.catch((error: unknown) => {
    if (!(error instanceof ProbeRollback)) throw error;
  });
}
