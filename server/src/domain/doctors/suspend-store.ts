import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** verified -> suspended. False if the state was another. */
export async function suspend(tx: Tx, id: string): Promise<boolean> {
  return await move(tx, id, 'verified', 'suspended');
}

/** suspended -> verified. False if the state was another. */
export async function reinstate(tx: Tx, id: string): Promise<boolean> {
  return await move(tx, id, 'suspended', 'verified');
}

type State = 'verified' | 'suspended';

async function move(tx: Tx, id: string, from: State, to: State): Promise<boolean> {
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
interface Cancelled {
  centerId: string;
  patientUuid: string;
}

/** Erases a doctor's codes and ends the requests that nobody has answered; answers the records that they concerned. */
export async function cancelRequests(tx: Tx, doctorId: string): Promise<Cancelled[]> {
  const { rows } = await sql<Cancelled>`
    SELECT center AS "centerId", patient AS "patientUuid" FROM cancel_requests_of(${doctorId})`.execute(tx);
  return rows;
}
