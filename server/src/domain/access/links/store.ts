import type { Language } from '@medcloud/contract/languages';
import type { LinkRecord } from '@medcloud/contract/shapes/access';
import { sql } from 'kysely';
import { transitionOf } from '../../../platform/db/transitions.ts';
import type { AccessStatusName, DoctorState, ExamTypeName } from '../../core/column-values.ts';
import type { Reader, Tx } from '../../database.ts';
import { approvedIdentity } from '../../doctors/approved-identity.ts';
import { isGrantActive } from '../grants/active-grant.ts';
import { patientNames } from '../patient-names.ts';
import { accessTransitions } from '../states.ts';

/** Queries of a consent link. Every statement is limited to the link's own request. */

export interface LinkRequest {
  id: string;
  otpId: string;
  doctorId: string;
  language: Language;
  requestedAt: Date;
  expiresAt: Date;
  answeredAt: Date | null;
  answer: 'grant' | 'deny' | null;
  doctorFirstName: string;
  doctorLastName: string;
  licenseNumber: string;
  specialization: string;
  gender: 'female' | 'male' | null;
  doctorState: DoctorState;
}

/** Finds the request of the transaction's link. Row-level security hides all others. */
export async function findLinkRequest(tx: Reader): Promise<LinkRequest | null> {
  const row = await tx
    .selectFrom('access_requests as r')
    .innerJoin('doctors as d', 'd.id', 'r.doctor_id')
    .select([
      'r.id',
      'r.otp_id as otpId',
      'r.doctor_id as doctorId',
      'r.language',
      'r.requested_at as requestedAt',
      'r.expires_at as expiresAt',
      'r.answered_at as answeredAt',
      'r.answer',
      approvedIdentity.firstName.as('doctorFirstName'),
      approvedIdentity.lastName.as('doctorLastName'),
      approvedIdentity.licenseNumber.as('licenseNumber'),
      'd.specialization',
      'd.gender',
      'd.state as doctorState',
    ])
    .where('r.id', '=', sql<string>`(SELECT scope_link())`)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the request's row until the transaction ends, so concurrent responses run one after the other. */
export async function lockRequest(tx: Tx, requestId: string): Promise<void> {
  await tx.selectFrom('access_requests').select('id').where('id', '=', requestId).forUpdate().execute();
}

/** Locks a grant of the link until the transaction ends. */
export async function lockGrant(tx: Tx, accessId: string): Promise<void> {
  await tx.selectFrom('patient_access').select('id').where('id', '=', accessId).forUpdate().execute();
}

export interface LinkAccess {
  id: string;
  patientUuid: string;
  patientId: string;
  firstName: string;
  /** Its initial. */
  lastName: string;
  centerId: string;
  centerName: string;
  centerPhone: string | null;
  /** The center lets its patients see their own pictures. */
  isOwnViewable: boolean;
  status: AccessStatusName;
  expiresAt: Date;
  endedAt: Date | null;
  responseDate: Date | null;
  scope: ExamTypeName[] | null;
  language: Language | null;
  textVersion: string | null;
  textHash: Buffer | null;
  examCount: number;
  exams: LinkRecord['exams'];
  tellLooks: boolean;
}

// On the page's first screen of a phone there is room for no more.
const maxNamedExams = 3;

/** Lists the records that the link concerns: those not unlinked, or the one record of a resent link. */
export async function listLinkAccesses(tx: Reader, requestId: string): Promise<LinkAccess[]> {
  return await tx
    .selectFrom('patient_access as a')
    .innerJoin(patientNames, 'p.id', 'a.patient_id')
    .innerJoin('medical_centers as c', 'c.id', 'a.center_id')
    .select([
      'a.id',
      'a.patient_id as patientUuid',
      'a.public_patient_id as patientId',
      'p.first_name as firstName',
      'p.initial as lastName',
      'c.id as centerId',
      'c.name as centerName',
      'c.phone as centerPhone',
      sql<boolean>`c.own_viewing_days IS NOT NULL`.as('isOwnViewable'),
      'a.status',
      'a.expires_at as expiresAt',
      'a.ended_at as endedAt',
      'a.response_date as responseDate',
      'a.scope',
      'a.language',
      'a.text_version as textVersion',
      'a.text_hash as textHash',
      'a.tell_looks as tellLooks',
      sql<number>`(SELECT count(*) FROM exams e WHERE e.patient_id = p.id AND e.is_open)`.as('examCount'),
      sql<
        LinkRecord['exams']
      >`(SELECT coalesce(json_agg(json_build_object('examType', n.exam_type, 'examDate', n.exam_date,
        'bodyParts', coalesce(n.body_parts, '{}'), 'laterality', n.laterality)), '[]')
        FROM (SELECT * FROM exams e WHERE e.patient_id = p.id AND e.is_open
          ORDER BY e.exam_date DESC, e.id DESC LIMIT ${maxNamedExams}) AS n)`.as('exams'),
    ])
    .where('a.request_id', '=', requestId)
    .where(sql<boolean>`link_shows(a.id, a.unlinked_at)`)
    .orderBy('p.first_name')
    .orderBy('a.id')
    .execute();
}

export interface GrantTerms {
  days: number;
  scope: ExamTypeName[] | null;
  language: Language;
  textVersion: string;
  textHash: Buffer;
  tellLooks: boolean;
}

/**
 * Locks the doctor's grants until the transaction ends. Two links about the same patient then replace each other's
 * grants in turn.
 */
export async function lockDoctorGrants(tx: Tx, doctorId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(3, hashtext(${doctorId}))`.execute(tx);
}

/** A grant's id with the record it concerns. */
export type GrantOnRecord = Pick<LinkAccess, 'id' | 'patientUuid' | 'centerId'>;

/** Revokes grants of the same doctor and patients, which the new ones replace. Returns those that were still active. */
export async function replaceGrants(tx: Tx, doctorId: string, patientUuids: string[]): Promise<GrantOnRecord[]> {
  const { from, to } = transitionOf(accessTransitions, 'replace');
  const expiredStatus = transitionOf(accessTransitions, 'expire').to;
  const rows = await tx
    .updateTable('patient_access')
    .set({
      status: sql<AccessStatusName>`CASE WHEN expires_at > app_now() THEN ${to} ELSE ${expiredStatus} END`,
      ended_at: sql<Date>`least(expires_at, app_now())`,
    })
    .where('doctor_id', '=', doctorId)
    .where('patient_id', 'in', patientUuids)
    .where('status', 'in', from)
    .returning(['id', 'patient_id as patientUuid', 'center_id as centerId', 'status'])
    .execute();
  return rows.filter(({ status }) => status === to);
}

/** pending -> granted, for the named records that are still pending. Returns the ids of the changed rows. */
export async function grantAccess(
  tx: Tx,
  requestId: string,
  patientUuids: string[],
  terms: GrantTerms,
): Promise<string[]> {
  const { from, to } = transitionOf(accessTransitions, 'grant');
  const rows = await tx
    .updateTable('patient_access')
    .set({
      status: to,
      response_date: sql<Date>`app_now()`,
      granted_at: sql<Date>`app_now()`,
      expires_at: sql<Date>`app_now() + make_interval(days => ${terms.days})`,
      scope: terms.scope,
      language: terms.language,
      text_version: terms.textVersion,
      text_hash: terms.textHash,
      tell_looks: terms.tellLooks,
    })
    .where('request_id', '=', requestId)
    .where('patient_id', 'in', patientUuids)
    .where('status', 'in', from)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** pending -> denied, for the named records that are still pending. Returns the ids of the changed rows. */
export async function denyAccess(tx: Tx, requestId: string, patientUuids: string[]): Promise<string[]> {
  const { from, to } = transitionOf(accessTransitions, 'deny');
  if (patientUuids.length === 0) return [];
  const rows = await tx
    .updateTable('patient_access')
    .set({ status: to, response_date: sql<Date>`app_now()`, ended_at: sql<Date>`app_now()` })
    .where('request_id', '=', requestId)
    .where('patient_id', 'in', patientUuids)
    .where('status', 'in', from)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function markAnswered(tx: Tx, requestId: string, answer: 'grant' | 'deny'): Promise<void> {
  await tx
    .updateTable('access_requests')
    .set({ answered_at: sql<Date>`app_now()`, answer })
    .where('id', '=', requestId)
    .where('answered_at', 'is', null)
    .execute();
}

/** granted -> granted, with another end (from today) or scope. Returns false if the grant is not active. */
export async function updateGrant(
  tx: Tx,
  accessId: string,
  change: { days: number | null; scope: ExamTypeName[] | null | undefined; tellLooks: boolean | undefined },
): Promise<boolean> {
  const row = await tx
    .updateTable('patient_access as a')
    .set({
      ...(change.days === null ? {} : { expires_at: sql<Date>`app_now() + make_interval(days => ${change.days})` }),
      ...(change.scope === undefined ? {} : { scope: change.scope }),
      ...(change.tellLooks === undefined ? {} : { tell_looks: change.tellLooks }),
    })
    .where('id', '=', accessId)
    .where(isGrantActive)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** granted -> revoked, for active grants of the named records. Returns the ids of the changed rows. */
export async function revokeAccess(tx: Tx, requestId: string, patientUuids: string[]): Promise<string[]> {
  const { to } = transitionOf(accessTransitions, 'revoke');
  const rows = await tx
    .updateTable('patient_access as a')
    .set({ status: to, ended_at: sql<Date>`app_now()` })
    .where('request_id', '=', requestId)
    .where('patient_id', 'in', patientUuids)
    .where(isGrantActive)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export interface AccessLogRow {
  id: number;
  at: Date;
  patientUuid: string | null;
  event: string;
  /** `patient`: a view of the own pictures. */
  actorKind: string;
  examType: string | null;
}

const linkLogEvents = [
  'exams_listed',
  'exam_downloaded',
  'exam_viewed',
  'own_exam_downloaded',
  'own_exam_viewed',
] as const;

function selectAccessEvents(tx: Reader, accessIds: string[]) {
  return tx
    .selectFrom('audit_events')
    .where('purpose', 'in', accessIds)
    .where('actor_kind', 'in', ['doctor', 'patient'])
    .where('event', 'in', [...linkLogEvents])
    .where(sql<boolean>`NOT details ? 'background'`);
}

export interface AccessLogPlace {
  at: string;
  id: number;
}

/**
 * Lists doctors' accesses under this link's grants, and views of own pictures by this link, newest first. Reads the audit events; there is no separate count.
 * `accessIds` must not be empty.
 */
export async function listAccessLog(
  tx: Reader,
  accessIds: string[],
  page: { after: AccessLogPlace | null; limit: number },
): Promise<AccessLogRow[]> {
  const { after } = page;
  const query = selectAccessEvents(tx, accessIds).select([
    'id',
    'at',
    'patient_id as patientUuid',
    'event',
    'actor_kind as actorKind',
    'exam_type as examType',
  ]);
  const rest = after === null ? query : query.where(sql<boolean>`(at, id) < (${after.at}::timestamptz, ${after.id})`);
  return await rest.orderBy('at', 'desc').orderBy('id', 'desc').limit(page.limit).execute();
}

/** Finds the position of an entry in this link's log, to read the page after it. */
export async function findAccessLogPlace(tx: Reader, accessIds: string[], id: number): Promise<AccessLogPlace | null> {
  const row = await selectAccessEvents(tx, accessIds)
    .select(['id', sql<string>`at::text`.as('at')])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
