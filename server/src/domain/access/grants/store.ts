import { sql } from 'kysely';
import type { AccessStatusName, ExamTypeName } from '../../core/column-values.ts';
import type { Reader, Tx } from '../../database.ts';
import { type DoctorColumns, doctorColumns } from '../doctor-columns.ts';
import { isGrantActive } from './active-grant.ts';

/** Queries for active grants, and for revoking them by a center, a doctor or an administrator. */

export interface RevocableAccess {
  id: string;
  requestId: string;
  doctorId: string;
  patientUuid: string;
  centerId: string;
  status: AccessStatusName;
  expiresAt: Date;
}

/**
 * Finds a request or grant by id, in whatever state. Returns null unless the caller is one who may revoke it: the
 * record's center, the doctor or an administrator.
 */
export async function findRevocableAccess(tx: Reader, id: string): Promise<RevocableAccess | null> {
  const { rows } = await sql<RevocableAccess>`
    SELECT id, request_id AS "requestId", doctor_id AS "doctorId", patient_id AS "patientUuid", center_id AS "centerId", status,
      expires_at AS "expiresAt" FROM grant_at_hand(${id})`.execute(tx);
  return rows[0] ?? null;
}

/** granted -> revoked, if the grant is active and the caller may revoke it. Returns whether this call revoked it. */
export async function revokeActiveGrant(tx: Tx, id: string, reason: string | null): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`SELECT end_grant(${id}, ${reason}) AS ended`.execute(tx);
  return rows[0]?.ended === true;
}

export interface ActiveGrantRow extends DoctorColumns {
  id: string;
  grantedAt: Date;
  expiresAt: Date;
  scope: ExamTypeName[] | null;
}

const maxGrants = 100;

/** Lists the active grants on a center's patient, newest first. */
export async function listActiveGrants(tx: Reader, centerId: string, patientUuid: string): Promise<ActiveGrantRow[]> {
  return await tx
    .selectFrom('patient_access as a')
    .innerJoin('doctors as d', 'd.id', 'a.doctor_id')
    .select(['a.id', ...doctorColumns, sql<Date>`a.granted_at`.as('grantedAt'), 'a.expires_at as expiresAt', 'a.scope'])
    .where('a.center_id', '=', centerId)
    .where('a.patient_id', '=', patientUuid)
    .where(isGrantActive)
    .orderBy('a.granted_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(maxGrants)
    .execute();
}
