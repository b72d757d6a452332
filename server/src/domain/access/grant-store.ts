import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { AccessStatusName, ExamTypeName } from '../../platform/db/schema.ts';
import { grantLives } from '../grants/live-grant.ts';
import { type DoctorColumns, doctorColumns } from './doctor-columns.ts';

/** Live grants, and their end by other hands than the patient's. */

export interface GrantAtHand {
  id: string;
  requestId: string;
  doctorId: string;
  patientUuid: string;
  centerId: string;
  status: AccessStatusName;
  expiresAt: Date;
}

/** A grant or request by its id, for whoever may end it: the center of the record, the doctor, an administrator. Else null. */
export async function findGrantAtHand(tx: Reader, id: string): Promise<GrantAtHand | null> {
  const { rows } = await sql<GrantAtHand>`
    SELECT id, request_id AS "requestId", doctor_id AS "doctorId", patient_id AS "patientUuid", center_id AS "centerId", status,
      expires_at AS "expiresAt" FROM grant_at_hand(${id})`.execute(tx);
  return rows[0] ?? null;
}

/** granted -> revoked, while it lives and is the caller's to end. Whether this call did it. */
export async function endLiveGrant(tx: Tx, id: string, reason: string | null): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`SELECT end_grant(${id}, ${reason}) AS ended`.execute(tx);
  return rows[0]?.ended === true;
}

export interface LiveGrantRow extends DoctorColumns {
  id: string;
  grantedAt: Date;
  expiresAt: Date;
  scope: ExamTypeName[] | null;
}

const mostGrants = 100;

/** The grants that stand on a center's patient now, newest first. */
export async function listLiveGrants(tx: Reader, centerId: string, patientUuid: string): Promise<LiveGrantRow[]> {
  return await tx
    .selectFrom('patient_access as a')
    .innerJoin('doctors as d', 'd.id', 'a.doctor_id')
    .select(['a.id', ...doctorColumns, sql<Date>`a.granted_at`.as('grantedAt'), 'a.expires_at as expiresAt', 'a.scope'])
    .where('a.center_id', '=', centerId)
    .where('a.patient_id', '=', patientUuid)
    .where(grantLives)
    .orderBy('a.granted_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(mostGrants)
    .execute();
}

/** Which of some grants live, for an administrator; none for anybody else. */
export async function findLiveAmong(tx: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM live_grants_among(${[...new Set(ids)]}::uuid[]) AS id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
