import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { findLiveSession, revokeSession } from './session-store.ts';

/** Ends the session that either secret names, one that went idle too: it might still send parts of an upload. Repeatable, and without effect on a dead or unknown one. */
export async function signOut(
  portal: Portal,
  asking: Asking,
  presented: { bearer: string | null; cookie: string | null },
): Promise<void> {
  await portal.db.within(systemScope('sign-in'), async (tx) => {
    const session =
      (presented.bearer !== null
        ? await findLiveSession(tx, 'bearer_hash', hashSecret(presented.bearer), true)
        : null) ??
      (presented.cookie !== null ? await findLiveSession(tx, 'cookie_hash', hashSecret(presented.cookie), true) : null);
    if (session === null || !(await revokeSession(tx, session.sessionId, 'logout'))) return;
    await record(tx, {
      event: 'logout',
      actor: {
        kind: session.role === 'medical_center' ? 'center' : session.role,
        personId: session.userId,
        sessionId: session.sessionId,
        ...(session.centerId ? { centerId: session.centerId } : {}),
        ...(session.doctorId ? { doctorId: session.doctorId } : {}),
      },
      requestId: asking.requestId,
      addressBlock: asking.addressBlock,
    });
  });
}
