import type { AnnotationVisibility } from '@medcloud/contract';
import { sql } from 'kysely';
import type { CenterPrincipal, DoctorPrincipal } from '../authorization/principal.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { Reader, Tx } from '../database.ts';
import { findDoctor, findDoctorName } from '../doctors/reads.ts';
import type { ObjectKind } from './build-objects.ts';
import { type DraftRow, selectSets } from './store.ts';

export type Author = CenterPrincipal | DoctorPrincipal;

/** A saved set; `revision` is its version. */
export interface SetRow extends DraftRow {
  authorUserId: string;
  authorDoctorId: string | null;
  visibility: AnnotationVisibility;
  encryptedHeading: Buffer;
  itemCount: number;
  /** Of the version, by kind; kinds without objects are absent. */
  objectCounts: Partial<Record<ObjectKind, number>>;
  savedAt: Date;
}

const objectCounts = sql<SetRow['objectCounts']>`
  (SELECT coalesce(jsonb_object_agg(kind, count), '{}') FROM (
    SELECT o.kind, count(*) FROM annotation_objects o WHERE o.set_id = s.id AND o.version = s.revision GROUP BY o.kind
  ) counted)`.as('objectCounts');

/** Selects the saved sets of an exam that a caller who sees the exam may see. */
function selectVisibleSets(tx: Reader, examId: string, reader: Author) {
  return selectSets(tx, examId)
    .select(['s.author_user_id as authorUserId', 's.author_doctor_id as authorDoctorId', 's.visibility'])
    .select(['s.content_encrypted as encryptedItems', 's.item_count as itemCount', objectCounts])
    .select((select) => select.ref('s.heading_encrypted').$notNull().as('encryptedHeading'))
    .select((select) => select.ref('s.saved_at').$notNull().as('savedAt'))
    .where('s.state', '=', 'saved')
    .where((where) =>
      where.or([
        where('s.author_user_id', '=', reader.userId),
        where('s.visibility', 'in', reader.kind === 'center' ? ['center', 'all'] : ['all']),
      ]),
    );
}

/** Lists the saved sets of an exam that the reader may see, the newest first, without their items. */
export async function listVisibleSets(tx: Reader, examId: string, reader: Author, limit: number) {
  return await selectVisibleSets(tx, examId, reader)
    .clearSelect()
    .select(['s.id', 's.patient_id as patientUuid', 's.wrapped_key as wrappedKey', 's.revision', 's.visibility'])
    .select([sql<Buffer>`int4send(k.master_id) || k.wrapped_key`.as('wrappedPatientKey')])
    .select([
      's.author_user_id as authorUserId',
      's.author_doctor_id as authorDoctorId',
      's.item_count as itemCount',
      objectCounts,
    ])
    .select((select) => select.ref('s.heading_encrypted').$notNull().as('encryptedHeading'))
    .select((select) => select.ref('s.saved_at').$notNull().as('savedAt'))
    .orderBy('s.saved_at', 'desc')
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

/** Finds a saved set of an exam that the reader may see. */
export async function findVisibleSet(tx: Reader, examId: string, reader: Author, id: string): Promise<SetRow | null> {
  const row = await selectVisibleSets(tx, examId, reader).where('s.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Finds the saved set of an author on an exam. */
export async function findOwnSet(tx: Reader, examId: string, author: Author): Promise<SetRow | null> {
  const row = await selectVisibleSets(tx, examId, author)
    .where('s.author_user_id', '=', author.userId)
    .executeTakeFirst();
  return row ?? null;
}

export interface SetContent {
  encryptedItems: Buffer;
  encryptedHeading: Buffer;
  itemCount: number;
  visibility: AnnotationVisibility;
}

/** Stores the first version of a set. */
export async function insertSet(
  tx: Tx,
  { id, wrappedKey }: { id: string; wrappedKey: Buffer },
  exam: VisibleExam,
  author: Author,
  content: SetContent,
): Promise<void> {
  await tx
    .insertInto('annotation_sets')
    .values({
      id,
      exam_id: exam.examId,
      center_id: exam.centerId,
      patient_id: exam.patientUuid,
      author_user_id: author.userId,
      author_doctor_id: author.kind === 'doctor' ? author.doctorId : null,
      state: 'saved',
      visibility: content.visibility,
      wrapped_key: wrappedKey,
      content_encrypted: content.encryptedItems,
      heading_encrypted: content.encryptedHeading,
      item_count: content.itemCount,
      saved_at: sql<Date>`app_now()`,
    })
    .execute();
}

/** Stores the version after `version`. Returns false if that is not the newest any more, or the exam moved. */
export async function updateSet(
  tx: Tx,
  id: string,
  { patientUuid }: VisibleExam,
  version: number,
  content: SetContent,
): Promise<boolean> {
  const updated = await tx
    .updateTable('annotation_sets')
    .set({
      visibility: content.visibility,
      content_encrypted: content.encryptedItems,
      heading_encrypted: content.encryptedHeading,
      item_count: content.itemCount,
      revision: version + 1,
      saved_at: sql<Date>`app_now()`,
      updated_at: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'saved')
    .where('revision', '=', version)
    .where('patient_id', '=', patientUuid)
    .returning('id')
    .execute();
  return updated.length === 1;
}

/** Returns false if the set is withdrawn, or its exam moved to another patient. */
export async function updateVisibility(
  tx: Tx,
  id: string,
  { patientUuid }: VisibleExam,
  visibility: AnnotationVisibility,
): Promise<boolean> {
  const updated = await tx
    .updateTable('annotation_sets')
    .set({ visibility, updated_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'saved')
    .where('patient_id', '=', patientUuid)
    .returning('id')
    .execute();
  return updated.length === 1;
}

/** Withdraws a saved set. Returns false if it is withdrawn already, or its exam moved to another patient. */
export async function updateToWithdrawn(
  tx: Tx,
  id: string,
  { patientUuid }: VisibleExam,
  encryptedReason: Buffer,
): Promise<boolean> {
  const updated = await tx
    .updateTable('annotation_sets')
    .set({ state: 'withdrawn', reason_encrypted: encryptedReason, updated_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'saved')
    .where('patient_id', '=', patientUuid)
    .returning('id')
    .execute();
  return updated.length === 1;
}

/** Finds the name under which an author signs: a doctor's full name, or the center's. */
export async function findAuthorName(tx: Reader, author: Author): Promise<string> {
  return author.kind === 'doctor'
    ? await findDoctorName(tx, author.doctorId)
    : await findCenterName(tx, author.centerId);
}

/** Finds an author's name as DICOM writes it: `Surname^Given`. */
export async function findPersonName(tx: Reader, author: Author): Promise<string> {
  if (author.kind === 'center')
    return (await findCenterName(tx, author.centerId)).replaceAll(/[\^=]/g, ' ').slice(0, 64);
  const doctor = await findDoctor(tx, author.doctorId);
  if (doctor === null) throw new Error('The author does not exist.');
  return `${doctor.lastName}^${doctor.firstName}`.slice(0, 64);
}

async function findCenterName(tx: Reader, centerId: string): Promise<string> {
  const { name } = await tx
    .selectFrom('medical_centers')
    .select('name')
    .where('id', '=', centerId)
    .executeTakeFirstOrThrow();
  return name;
}
