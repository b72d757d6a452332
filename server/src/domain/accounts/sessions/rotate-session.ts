import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { sessionLimits } from '../sign-in/sign-in.ts';
import { parseDevice } from './device.ts';
import { newSessionSecrets, type SessionSecrets } from './session-secrets.ts';
import { insertSession } from './store.ts';

const roles = { admin: 'admin', doctor: 'doctor', center: 'medical_center' } as const;

/**
 * Creates a new session with new secrets after the user gave the password again (security 2.5, rotation). Call it while
 * the current session is still valid: the database accepts the new row only from that session. The caller then revokes
 * the old one.
 */
export async function rotateSession(
  { clock, random }: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  { principal, addressBlock, userAgent }: RequestContext<AuthenticatedPrincipal>,
): Promise<{ id: string; secrets: SessionSecrets }> {
  const secrets = newSessionSecrets(random);
  const id = newId(clock, random);
  const role = roles[principal.kind];
  await insertSession(tx, {
    id,
    userId: principal.userId,
    role,
    centerId: principal.kind === 'center' ? principal.centerId : null,
    doctorId: principal.kind === 'doctor' ? principal.doctorId : null,
    bearerHash: hashSecret(secrets.sessionId),
    cookieHash: hashSecret(secrets.cookie),
    ...sessionLimits[role],
    addressBlock,
    device: parseDevice(userAgent),
  });
  return { id, secrets };
}
