import { newId } from '../../../platform/ids/ids.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { sessionLimits } from '../sign-in/begin-session.ts';
import { parseDevice } from './device.ts';
import { hashSessionSecrets, type SessionSecrets } from './session-secrets.ts';
import { insertSession } from './store.ts';

const roles = { admin: 'admin', doctor: 'doctor', center: 'medical_center' } as const;

/**
 * Creates a new session with new secrets after the user gave the password again (security 2.5, rotation). Returns its id.
 * Call it while the current session is still valid, in the scope that `renewingScope` returns for these secrets: the
 * database accepts only that row. The caller then revokes the old session.
 */
export async function rotateSession(
  { clock, random }: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  { principal, addressBlock, bindsSession, userAgent }: RequestContext<AuthenticatedPrincipal>,
  secrets: SessionSecrets,
): Promise<string> {
  const id = newId(clock, random);
  const role = roles[principal.kind];
  await insertSession(tx, {
    id,
    userId: principal.userId,
    role,
    centerId: principal.kind === 'center' ? principal.centerId : null,
    memberId: principal.kind === 'center' ? (principal.member?.id ?? null) : null,
    doctorId: principal.kind === 'doctor' ? principal.doctorId : null,
    ...hashSessionSecrets(secrets),
    ...sessionLimits[role],
    addressBlock,
    isBound: bindsSession,
    device: parseDevice(userAgent),
  });
  return id;
}
