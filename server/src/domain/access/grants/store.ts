import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import type { AccessStatusName, ExamTypeName } from '../../../platform/db/schema/schema.ts';
import { type DoctorColumns, doctorColumns } from '../doctor-columns.ts';
import { isGrantActive } from './active-grant.ts';

/** Live grants, and their end by other hands than the patient's. */

export interface GrantSummary {
  id: string;
  requestId: string;
  doctorId: string;
  patientUuid: string;
  centerId: string;
  status: AccessStatusName;
  expiresAt: Date;
}

/** A grant or request by its id, for whoever may end it: the center of the record, the doctor, an administrator. Else null. */
export async function findActiveGrant(tx: Reader, id: string): Promise<GrantSummary | null> {
  const { rows } = await sql<GrantSummary>`
    SELECT id, request_id AS "requestId", doctor_id AS "doctorId", patient_id AS "patientUuid", center_id AS "centerId", status,
      expires_at AS "expiresAt" FROM grant_at_hand(${id})`.execute(tx);
  return rows[0] ?? null;
}

/** granted -> revoked, while it lives and is the caller's to end. Whether this call did it. */
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

/** The grants that stand on a center's patient now, newest first. */
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
