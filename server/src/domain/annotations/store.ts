import { sql } from 'kysely';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { Reader, Tx } from '../database.ts';
import { wrappedPatientKey } from '../keys/reads.ts';
import type { PatientKey } from './encrypted-content.ts';

/** Finds the key of an exam's patient, as stored. Null if the exam moved to another patient meanwhile. */
export async function findPatientKey(
  tx: Reader,
  { examId, patientUuid }: VisibleExam,
): Promise<(PatientKey & { erasedAt: Date | null }) | null> {
  const row = await tx
    .selectFrom('exams as e')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'e.patient_id')
    .innerJoin('patients as p', 'p.id', 'e.patient_id')
    .select(['e.patient_id as patientUuid', 'p.erased_at as erasedAt', wrappedPatientKey.as('wrappedPatientKey')])
    .where('e.id', '=', examId)
    .where('e.patient_id', '=', patientUuid)
    .executeTakeFirst();
  return row ?? null;
}

/** Selects the sets of an exam with what opens them. */
export function selectSets(tx: Reader, examId: string) {
  return tx
    .selectFrom('annotation_sets as s')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 's.patient_id')
    .select([
      's.id',
      's.patient_id as patientUuid',
      wrappedPatientKey.as('wrappedPatientKey'),
      's.wrapped_key as wrappedKey',
      's.revision',
      's.updated_at as updatedAt',
    ])
    .where('s.exam_id', '=', examId);
}

export interface DraftRow extends PatientKey {
  id: string;
  wrappedKey: Buffer;
  revision: number;
  updatedAt: Date;
  encryptedItems: Buffer;
}

/** Finds the user's draft on an exam. */
export async function findDraft(tx: Reader, examId: string, userId: string): Promise<DraftRow | null> {
  const row = await selectSets(tx, examId)
    .select('s.content_encrypted as encryptedItems')
    .where('s.state', '=', 'draft')
    .where('s.author_user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

interface NewDraft {
  id: string;
  exam: VisibleExam;
  userId: string;
  doctorId: string | null;
  wrappedKey: Buffer;
  encryptedItems: Buffer;
  itemCount: number;
}

/** Stores the first revision of a draft. Returns null if the user already has one on the exam. */
export async function insertDraft(tx: Tx, draft: NewDraft): Promise<Date | null> {
  const row = await tx
    .insertInto('annotation_sets')
    .values({
      id: draft.id,
      exam_id: draft.exam.examId,
      center_id: draft.exam.centerId,
      patient_id: draft.exam.patientUuid,
      author_user_id: draft.userId,
      author_doctor_id: draft.doctorId,
      wrapped_key: draft.wrappedKey,
      content_encrypted: draft.encryptedItems,
      item_count: draft.itemCount,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('updated_at as updatedAt')
    .executeTakeFirst();
  return row?.updatedAt ?? null;
}

/** Stores the next revision of a draft. Returns null if it is not at `revision` any more. */
export async function updateDraft(
  tx: Tx,
  id: string,
  revision: number,
  content: { encryptedItems: Buffer; itemCount: number },
): Promise<Date | null> {
  const row = await tx
    .updateTable('annotation_sets')
    .set({
      content_encrypted: content.encryptedItems,
      item_count: content.itemCount,
      revision: revision + 1,
      updated_at: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('revision', '=', revision)
    .returning('updated_at as updatedAt')
    .executeTakeFirst();
  return row?.updatedAt ?? null;
}

export interface SetKeyRow {
  setId: string;
  wrappedKey: Buffer;
}

/** Lists the wrapped keys of all sets of the center's exam. */
export async function listSetKeys(tx: Reader, examId: string): Promise<SetKeyRow[]> {
  const { rows } = await sql<SetKeyRow>`
    SELECT set_id AS "setId", wrapped_key AS "wrappedKey" FROM annotation_keys(${examId})`.execute(tx);
  return rows;
}

/** Stores the keys of an exam's sets as wrapped for its new patient. */
export async function updateSetKeys(tx: Tx, examId: string, keys: readonly SetKeyRow[]): Promise<void> {
  const ids = keys.map(({ setId }) => setId);
  const wrapped = keys.map(({ wrappedKey }) => wrappedKey);
  await sql`SELECT rewrap_annotation_keys(${examId}, ${ids}::uuid[], ${wrapped}::bytea[])`.execute(tx);
}
