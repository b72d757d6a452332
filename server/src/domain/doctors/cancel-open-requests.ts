import type { Tx } from '../../platform/db/database.ts';
import { notifyClients } from '../core/notify-clients.ts';
import { cancelRequests } from './suspension.ts';

/**
 * Erases the codes of a doctor who is shut out and ends the requests that nobody has answered; answers how many records
 * they concerned. Each center hears of its own alone: on their sheets the request has lapsed.
 */
export async function cancelOpenRequests(tx: Tx, doctorId: string): Promise<number> {
  const cancelled = await cancelRequests(tx, doctorId);
  const byCenter = Map.groupBy(cancelled, (each) => each.centerId);
  await notifyClients(
    tx,
    ...[...byCenter].map(([centerId, own]) => ({
      kind: 'request' as const,
      ids: own.map((each) => each.patientUuid),
      to: { centers: [centerId] },
    })),
  );
  return cancelled.length;
}
