import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import type { PatientPhoneChanged } from '../../patients/events.ts';
import { unlinkRecord } from '../grants/center-queries.ts';

/**
 * Cancels the pending requests for a patient and removes the record from links sent to the old number. Active grants stay
 * (product, "Centers"). `requestsEnded` counts the distinct doctors whose requests ended; the audit detail's name is frozen.
 */
export async function cancelRequestsOnPhoneChange(
  tx: Tx,
  { patientId, centerId }: PatientPhoneChanged,
): Promise<{ requestsEnded: number }> {
  const doctors = await unlinkRecord(tx, patientId);
  await notifyClients(tx, { kind: 'request', ids: [patientId], to: { centers: [centerId], doctors } });
  return { requestsEnded: doctors.length };
}
