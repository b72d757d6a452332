import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { record } from '../../audit/record/record.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import { findActiveSession, revokeSession } from '../sessions/store.ts';

/** Ends the session that either secret names, one that went idle too: it might still send parts of an upload. Repeatable, and without effect on a dead or unknown one. */
export async function signOut(
  context: AppContext,
  request: RequestContext,
  credentials: { bearer: string | null; cookie: string | null },
): Promise<void> {
  await context.db.within(systemScope('sign-in'), async (tx) => {
    const session =
      (credentials.bearer !== null
        ? await findActiveSession(tx, 'bearer_hash', hashSecret(credentials.bearer), true)
        : null) ??
      (credentials.cookie !== null
        ? await findActiveSession(tx, 'cookie_hash', hashSecret(credentials.cookie), true)
        : null);
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
      requestId: request.requestId,
      addressBlock: request.addressBlock,
    });
  });
}
