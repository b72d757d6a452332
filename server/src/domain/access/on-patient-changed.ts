import { databaseNow } from '../../platform/db/now.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import type { PatientChanged } from '../patients/events.ts';
import { listRequestsAndGrants } from './grants/center-queries.ts';
import { getEffectiveStatus } from './states.ts';

/** Notifies who lists the patient's name: the center, and the doctors with an active grant. */
export async function notifyPatientReaders(
  tx: Tx,
  { centerId, patientId }: PatientChanged,
): Promise<Record<string, never>> {
  const grants = await listRequestsAndGrants(tx, centerId, patientId);
  const now = await databaseNow(tx);
  const activeGrants = grants.filter((grant) => getEffectiveStatus(grant, now) === 'granted');
  const doctors = [...new Set(activeGrants.map((grant) => grant.doctorId))];
  await notifyClients(tx, { kind: 'exam', ids: [patientId], to: { centers: [centerId], doctors } });
  return {};
}
