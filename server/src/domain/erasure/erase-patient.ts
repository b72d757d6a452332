import { record } from '../audit/record/record.ts';
import { erasureScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { logEvent } from '../system-log/log-event.ts';
import { type ErasedPatient, erasePatientRows, findPatientToErase, listErasedPatients } from './store.ts';

type ErasureContext = Pick<AppContext, 'db' | 'keys' | 'clock' | 'random'> & {
  /** Removes a stored object; one that is gone is no error. */
  readonly removeObject: (id: string) => Promise<void>;
};

export interface Erasure {
  patientId: string;
  /** Stored objects that were deleted. */
  files: number;
}

/** Finds a patient of any center by public id. Returns the internal id. */
export async function findPatientOfAnyCenter({ db }: Pick<AppContext, 'db'>, publicId: string): Promise<string | null> {
  return await db.within(erasureScope(null), (tx) => findPatientToErase(tx, publicId));
}

/**
 * Erases a patient: destroys the key by replacing it with a new one, deletes or empties all rows with content, ends the
 * grants, and deletes the stored objects. The row stays with its public id and the time. Objects that an interruption
 * leaves have no row and no key; the next cleanup deletes them. Can run again. Returns null for an unknown patient.
 */
export async function erasePatient(
  context: ErasureContext,
  patientId: string,
  cause: 'command' | 'restore',
): Promise<Erasure | null> {
  const { db, keys, random } = context;
  const objectIds = await db.within(erasureScope(patientId), async (tx) => {
    const ids = await erasePatientRows(tx, keys.masters.wrapNew(`patient:${patientId}`, random));
    if (ids === null) return null;
    const object = { kind: 'patient', id: patientId } as const;
    const details = { files: ids.length, cause };
    await record(tx, { event: 'patient_erased', actor: { kind: 'system' }, patientId, object, details });
    await logEvent(context, tx, 'patient-erased', { files: ids.length });
    return ids;
  });
  if (objectIds === null) return null;
  for (const id of objectIds) await context.removeObject(id);
  return { patientId, files: objectIds.length };
}

/** Lists the erased patients of all centers, the earliest first. */
export async function listErasures({ db }: Pick<AppContext, 'db'>): Promise<ErasedPatient[]> {
  return await db.within(erasureScope(null), listErasedPatients);
}
