import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/** Sets the last activity of a center that signed in or stored an exam. */
export async function touchCenter(tx: Tx, { centerId }: { readonly centerId: string }): Promise<Record<string, never>> {
  await tx
    .updateTable('medical_centers')
    .set({ last_activity_at: sql<Date>`app_now()` })
    .where('id', '=', centerId)
    .execute();
  return {};
}
