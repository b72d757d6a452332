import type { Tx } from '../database.ts';
import { checkNotErased } from './check-not-erased.ts';

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

/**
 * Keeps a patient from being erased until the transaction ends, for what is encrypted with the patient's key. Waits for
 * an erasure that runs, and throws `patient_erased` after it.
 */
export async function lockAgainstErasure(tx: Tx, centerId: string, id: string): Promise<void> {
  const patient = await tx
    .selectFrom('patients')
    .select('erased_at as erasedAt')
    .where('center_id', '=', centerId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow();
  checkNotErased(patient);
}
