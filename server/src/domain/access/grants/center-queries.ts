import type { PatientGrant } from '@medcloud/contract';
import { sql } from 'kysely';
import type { AccessStatusName, ExamTypeName } from '../../core/column-values.ts';
import type { Reader, Tx } from '../../database.ts';
import { type DoctorColumns, doctorColumns } from '../doctor-columns.ts';

/** Queries of the center: the requests and grants on its patients, their links and their access log. */

export interface AccessRow extends DoctorColumns {
  id: string;
  requestId: string;
  doctorId: string;
  status: AccessStatusName;
  requestedAt: Date;
  responseDate: Date | null;
  expiresAt: Date;
  endedAt: Date | null;
  scope: ExamTypeName[] | null;
  endedBy: PatientGrant['endedBy'];
  endReason: PatientGrant['endReason'];
}

const maxAccesses = 100;

/** Lists doctors' requests and grants in every state on a patient's record, newest request first. */
export async function listRequestsAndGrants(tx: Reader, centerId: string, patientUuid: string): Promise<AccessRow[]> {
  return await tx
    .selectFrom('patient_access as a')
    .innerJoin('doctors as d', 'd.id', 'a.doctor_id')
    .select([
      'a.id',
      'a.request_id as requestId',
      'a.doctor_id as doctorId',
      'a.status',
      'a.request_date as requestedAt',
      'a.response_date as responseDate',
      'a.expires_at as expiresAt',
      'a.ended_at as endedAt',
      'a.scope',
      'a.ended_by as endedBy',
      'a.end_reason as endReason',
      ...doctorColumns,
    ])
    .where('a.center_id', '=', centerId)
    .where('a.patient_id', '=', patientUuid)
    .orderBy('a.request_date', 'desc')
    .orderBy('a.id', 'desc')
    .limit(maxAccesses)
    .execute();
}

/**
 * Cancels a patient's pending requests and removes the record from links sent so far. Returns the doctors of the
 * requests, each once.
 */
export async function unlinkRecord(tx: Tx, patientUuid: string): Promise<string[]> {
  const { rows } = await sql<{ doctorId: string }>`
    SELECT DISTINCT doctor AS "doctorId" FROM take_off_links(${patientUuid}) AS doctor`.execute(tx);
  return rows.map((row) => row.doctorId);
}

/** Counts the links of a patient's grants that were sent again in the last 24 hours. */
export async function countResentLinks(tx: Reader, centerId: string, patientUuid: string): Promise<number> {
  const row = await tx
    .selectFrom('consent_links as l')
    .innerJoin('patient_access as a', 'a.id', 'l.access_id')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('a.center_id', '=', centerId)
    .where('a.patient_id', '=', patientUuid)
    .where('l.created_at', '>', sql<Date>`app_now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Stores the hash of a link that concerns a single grant. */
export async function insertGrantLink(
  tx: Tx,
  link: { tokenHash: Buffer; requestId: string; accessId: string; encryptedPhone: Buffer },
): Promise<void> {
  await tx
    .insertInto('consent_links')
    .values({
      token_hash: link.tokenHash,
      request_id: link.requestId,
      access_id: link.accessId,
      phone_sealed: link.encryptedPhone,
    })
    .execute();
}

export interface PatientLogRow extends DoctorColumns {
  id: number;
  at: Date;
  event: string;
  examType: string | null;
}

/** Lists doctors' accesses to a patient's exams, newest first. Automatic page refreshes are left out. */
export async function listPatientLog(
  tx: Reader,
  centerId: string,
  patientUuid: string,
  page: { after: { at: string; id: number } | null; limit: number },
): Promise<PatientLogRow[]> {
  const query = selectAccessEvents(tx, centerId, patientUuid)
    .innerJoin('doctors as d', 'd.id', 'e.doctor_id')
    .select(['e.id', 'e.at', 'e.event', 'e.exam_type as examType', ...doctorColumns]);
  const { after } = page;
  const rest =
    after === null ? query : query.where(sql<boolean>`(e.at, e.id) < (${after.at}::timestamptz, ${after.id})`);
  return await rest.orderBy('e.at', 'desc').orderBy('e.id', 'desc').limit(page.limit).execute();
}

function selectAccessEvents(tx: Reader, centerId: string, patientUuid: string) {
  return tx
    .selectFrom('audit_events as e')
    .where('e.center_id', '=', centerId)
    .where('e.patient_id', '=', patientUuid)
    .where('e.actor_kind', '=', 'doctor')
    .where('e.outcome', '=', 'success')
    .where('e.event', 'in', ['exams_listed', 'exam_viewed', 'exam_downloaded'])
    .where(sql<boolean>`NOT e.details ? 'background'`);
}

const maxCount = 1_000;

/** Counts the accesses, up to 1,001. */
export async function countPatientLog(tx: Reader, centerId: string, patientUuid: string): Promise<number> {
  const matches = selectAccessEvents(tx, centerId, patientUuid)
    .select('e.id')
    .limit(maxCount + 1);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${matches} AS counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Finds the position of an entry in a patient's log, to read the page after it. */
export async function findLogPlace(
  tx: Reader,
  centerId: string,
  patientUuid: string,
  id: number,
): Promise<{ at: string; id: number } | null> {
  const row = await selectAccessEvents(tx, centerId, patientUuid)
    .select(['e.id', sql<string>`e.at::text`.as('at')])
    .where('e.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
