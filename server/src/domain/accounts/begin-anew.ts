import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Asking, SignedIn } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { readDevice } from './device.ts';
import { newSecrets, type SessionSecrets } from './secrets.ts';
import { insertSession } from './session-store.ts';
import { sessionLimits } from './sign-in.ts';

const roles = { admin: 'admin', doctor: 'doctor', center: 'medical_center' } as const;

/**
 * Begins a new session, with new secrets, of whoever just gave the password again (security 2.5, rotation). To be called
 * while the session that asks still stands: the database lets it be begun by that one alone. The caller ends the old one.
 */
export async function beginAnew(
  { clock, random }: Pick<Portal, 'clock' | 'random'>,
  tx: Tx,
  { who, addressBlock, agent }: Asking<SignedIn>,
): Promise<{ id: string; secrets: SessionSecrets }> {
  const secrets = newSecrets(random);
  const id = newId(clock, random);
  const role = roles[who.kind];
  await insertSession(tx, {
    id,
    userId: who.userId,
    role,
    centerId: who.kind === 'center' ? who.centerId : null,
    doctorId: who.kind === 'doctor' ? who.doctorId : null,
    bearerHash: hashSecret(secrets.sessionId),
    cookieHash: hashSecret(secrets.cookie),
    ...sessionLimits[role],
    addressBlock,
    device: readDevice(agent),
  });
  return { id, secrets };
}
