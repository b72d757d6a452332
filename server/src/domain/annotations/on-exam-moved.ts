import { createHash } from 'node:crypto';
import { movingScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import type { AuditCounts } from '../core/event-bus.ts';
import type { Tx } from '../database.ts';
import type { ExamMoved } from '../exams/events.ts';
import { unwrapObjectKey, unwrapPatientKey, wrapObjectKey } from '../keys/patient-key.ts';
import { listSetKeys, type SetKeyRow, updateSetKeys } from './store.ts';

/**
 * Wraps the keys of the exam's sets with its new patient's key. Their content does not change. The database takes only
 * these keys, and commits no move without them.
 */
export async function rewrapSetKeys(
  { db, keys, random }: Pick<AppContext, 'db' | 'keys' | 'random'>,
  tx: Tx,
  { examId, scope, from, to }: ExamMoved,
): Promise<AuditCounts> {
  const setKeys = await listSetKeys(tx, examId);
  if (setKeys.length === 0) return {};
  const fromKey = unwrapPatientKey(keys, from.patientUuid, from.wrappedKey);
  const toKey = unwrapPatientKey(keys, to.patientUuid, to.wrappedKey);
  const rewrapped = setKeys.map(({ setId, wrappedKey }) => ({
    setId,
    wrappedKey: wrapObjectKey(toKey, unwrapObjectKey(fromKey, wrappedKey, setId), setId, random),
  }));
  await db.rescope(tx, movingScope(scope, { keysHash: hashSetKeys(examId, to.patientUuid, rewrapped) }));
  await updateSetKeys(tx, examId, rewrapped);
  return {};
}

/** Computes SHA-256 over the exam, its new patient, and each set with its key, as `rewrap_annotation_keys()` does. */
export function hashSetKeys(examId: string, patientUuid: string, keys: readonly SetKeyRow[]): Buffer {
  const lines = keys.map(({ setId, wrappedKey }) => `${setId} ${wrappedKey.toString('hex')}`).toSorted();
  return createHash('sha256')
    .update([examId, patientUuid, ...lines].join('\n'))
    .digest();
}
