import type { Tx } from '../database.ts';

/** Locks a patient's row until the transaction ends, so changes to it run one after the other. */
export async function lockPatient(tx: Tx, centerId: string, id: string): Promise<void> {
  await tx
    .selectFrom('patients')
    .select('id')
    .where('center_id', '=', centerId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}
