import type { AppContext } from '../core/context.ts';
import type { AuditCounts } from '../core/event-bus.ts';
import type { Tx } from '../database.ts';
import type { ExamMoved } from '../exams/events.ts';
import { unwrapObjectKey, unwrapPatientKey, wrapObjectKey } from '../keys/patient-key.ts';
import { listSetKeys, updateSetKeys } from './store.ts';

/** Wraps the keys of the exam's sets with its new patient's key. Their content does not change. */
export async function rewrapSetKeys(
  { keys, random }: Pick<AppContext, 'keys' | 'random'>,
  tx: Tx,
  { examId, from, to }: ExamMoved,
): Promise<AuditCounts> {
  const setKeys = await listSetKeys(tx, examId);
  if (setKeys.length === 0) return {};
  const fromKey = unwrapPatientKey(keys, from.patientUuid, from.wrappedKey);
  const toKey = unwrapPatientKey(keys, to.patientUuid, to.wrappedKey);
  const rewrapped = setKeys.map(({ setId, wrappedKey }) => ({
    setId,
    wrappedKey: wrapObjectKey(toKey, unwrapObjectKey(fromKey, wrappedKey, setId), setId, random),
  }));
  await updateSetKeys(tx, examId, rewrapped);
  return {};
}
