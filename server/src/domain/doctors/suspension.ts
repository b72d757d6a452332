import { transitionOf } from '../../platform/db/transitions.ts';
import type { Tx } from '../database.ts';
import { doctorTransitions } from './states.ts';

/** verified -> suspended. Returns false if the state was another. */
export const markSuspended = (tx: Tx, id: string) => updateState(tx, id, 'suspend');

/** suspended -> verified. Returns false if the state was another. */
export const markReinstated = (tx: Tx, id: string) => updateState(tx, id, 'reinstate');

async function updateState(tx: Tx, id: string, act: 'suspend' | 'reinstate'): Promise<boolean> {
  const { from, to } = transitionOf(doctorTransitions, act);
  const row = await tx
    .updateTable('doctors')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
