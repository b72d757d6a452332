import type { LinkRecord } from '@medcloud/contract/shapes/access';
import { sql } from 'kysely';
import { transitionOf } from '../../../platform/db/transitions.ts';
import type { AccessStatusName, DoctorState, ExamTypeName } from '../../core/column-values.ts';
import type { Reader, Tx } from '../../database.ts';
import { type DoctorColumns, doctorColumns } from '../doctor-columns.ts';
import { isExamGranted, isGrantActive } from '../grants/active-grant.ts';
import { patientNames } from '../patient-names.ts';
import { accessTransitions } from '../states.ts';

/** Queries of the list of a phone's grants. Row-level security leaves only these visible. */

export interface OverviewRow extends DoctorColumns {
  id: string;
  patientUuid: string;
  patientFirstName: string;
  /** Its initial. */
  patientLastName: string;
  centerId: string;
  centerName: string;
  centerPhone: string | null;
  doctorId: string;
  gender: 'female' | 'male' | null;
  doctorState: DoctorState;
  status: AccessStatusName;
  grantedAt: Date | null;
  expiresAt: Date;
  endedAt: Date | null;
  scope: ExamTypeName[] | null;
  examCount: number;
  exams: LinkRecord['exams'];
}

/** Returns whether the secret of the transaction opens a list now. */
export async function isOverviewOpen(tx: Reader): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`SELECT scope_overview() IS NOT NULL AS "isOpen"`.execute(tx);
  return rows[0]?.isOpen ?? false;
}

const maxNamedExams = 3;

const isVisibleExam = sql<boolean>`e.patient_id = a.patient_id AND ${isExamGranted} AND ${isGrantActive}`;

function selectGrants(tx: Reader) {
  return tx
    .selectFrom('patient_access as a')
    .innerJoin(patientNames, 'p.id', 'a.patient_id')
    .innerJoin('medical_centers as c', 'c.id', 'a.center_id')
    .innerJoin('doctors as d', 'd.id', 'a.doctor_id')
    .where(sql<boolean>`a.id IN (SELECT grants_of_phone())`)
    .select([
      'a.id',
      'a.patient_id as patientUuid',
      'p.first_name as patientFirstName',
      'p.initial as patientLastName',
      'c.id as centerId',
      'c.name as centerName',
      'c.phone as centerPhone',
      'a.doctor_id as doctorId',
      ...doctorColumns,
      'd.gender',
      'd.state as doctorState',
      'a.status',
      'a.granted_at as grantedAt',
      'a.expires_at as expiresAt',
      'a.ended_at as endedAt',
      'a.scope',
      sql<number>`(SELECT count(*) FROM exams e WHERE ${isVisibleExam})`.as('examCount'),
      sql<
        LinkRecord['exams']
      >`(SELECT coalesce(json_agg(json_build_object('examType', n.exam_type, 'examDate', n.exam_date,
        'bodyParts', coalesce(n.body_parts, '{}'), 'laterality', n.laterality)), '[]')
        FROM (SELECT * FROM exams e WHERE ${isVisibleExam} ORDER BY e.exam_date DESC, e.id DESC LIMIT ${maxNamedExams}) AS n)`.as(
        'exams',
      ),
    ]);
}

/** Lists the grants: active ones first, then ended ones, each newest first. `after`: the id of the last one shown. */
export async function listGrants(tx: Reader, page: { after: string | null; limit: number }): Promise<OverviewRow[]> {
  const order = (alias: string) =>
    sql`(${sql.ref(`${alias}.status`)} = 'granted' AND ${sql.ref(`${alias}.expires_at`)} > app_now()),
      ${sql.ref(`${alias}.granted_at`)}, ${sql.ref(`${alias}.id`)}`;
  const query = selectGrants(tx);
  const rest =
    page.after === null
      ? query
      : query.where(
          sql<boolean>`(${order('a')}) < (SELECT ${order('g')} FROM patient_access g WHERE g.id = ${page.after})`,
        );
  return await rest
    .orderBy(isGrantActive, 'desc')
    .orderBy('a.granted_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(page.limit)
    .execute();
}

/** Finds one grant of the list. */
export async function findGrant(tx: Reader, id: string): Promise<OverviewRow | null> {
  return (await selectGrants(tx).where('a.id', '=', id).executeTakeFirst()) ?? null;
}

/** granted -> revoked. Returns false if the grant is not active. */
export async function revokeOne(tx: Tx, id: string): Promise<boolean> {
  const { to } = transitionOf(accessTransitions, 'revoke');
  const row = await tx
    .updateTable('patient_access as a')
    .set({ status: to, ended_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where(isGrantActive)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
