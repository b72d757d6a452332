import { record } from '../../audit/record/record.ts';
import { signInScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { DbContext } from '../../core/context.ts';
import { hashSecrets } from '../sessions/authenticate-session.ts';
import { findSentSession } from '../sessions/find-sent-session.ts';
import { revokeSession } from '../sessions/store.ts';

/**
 * Revokes the session of either secret, also an idle one: it could still send parts of an upload. Repeatable. Has no
 * effect on an ended or unknown session.
 */
export async function signOut(
  context: DbContext,
  request: RequestContext,
  credentials: { bearer: string | null; cookie: string | null },
): Promise<void> {
  await context.db.within(signInScope({ secretHashes: hashSecrets(credentials) }), async (tx) => {
    const session = await findSentSession(tx, credentials, true);
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
