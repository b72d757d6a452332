import { sql } from 'kysely';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import type { DoctorRejected, DoctorSuspended } from '../../doctors/events.ts';

interface CanceledRequest {
  centerId: string;
  patientUuid: string;
}

/**
 * Clears the codes of a suspended or rejected doctor and cancels the unanswered requests. Counts the records that they
 * concerned. Each center is notified only of its own records, where the request now shows as expired.
 */
export async function cancelRequestsOfDoctor(
  tx: Tx,
  { doctorId }: DoctorSuspended | DoctorRejected,
): Promise<{ requests: number }> {
  const canceled = await cancelRequests(tx, doctorId);
  const byCenter = Map.groupBy(canceled, (each) => each.centerId);
  await notifyClients(
    tx,
    ...[...byCenter].map(([centerId, own]) => ({
      kind: 'request' as const,
      ids: own.map((each) => each.patientUuid),
      to: { centers: [centerId] },
    })),
  );
  return { requests: canceled.length };
}

/** Clears a doctor's codes and cancels the unanswered requests. Returns the records they concerned. */
async function cancelRequests(tx: Tx, doctorId: string): Promise<CanceledRequest[]> {
  const { rows } = await sql<CanceledRequest>`
    SELECT center AS "centerId", patient AS "patientUuid" FROM cancel_requests_of(${doctorId})`.execute(tx);
  return rows;
}
