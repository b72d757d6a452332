import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** verified -> suspended. False if the state was another. */
export async function markSuspended(tx: Tx, id: string): Promise<boolean> {
  return await updateState(tx, id, 'verified', 'suspended');
}

/** suspended -> verified. False if the state was another. */
export async function markReinstated(tx: Tx, id: string): Promise<boolean> {
  return await updateState(tx, id, 'suspended', 'verified');
}

type State = 'verified' | 'suspended';

async function updateState(tx: Tx, id: string, from: State, to: State): Promise<boolean> {
  const row = await tx
    .updateTable('doctors')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A record that was asked for, with its center. */
interface CancelledRequest {
  centerId: string;
  patientUuid: string;
}

/** Erases a doctor's codes and ends the requests that nobody has answered; answers the records that they concerned. */
export async function cancelRequests(tx: Tx, doctorId: string): Promise<CancelledRequest[]> {
  const { rows } = await sql<CancelledRequest>`
    SELECT center AS "centerId", patient AS "patientUuid" FROM cancel_requests_of(${doctorId})`.execute(tx);
  return rows;
}
