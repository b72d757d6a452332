import type { CenterPlan } from '@medcloud/contract/plans';
import { sql } from 'kysely';
import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import type { StoredSubscription } from '../billing/subscriptions/subscription-period.ts';
import type { Reader } from '../database.ts';

/** A center's plan, the stored subscription of its account, and its figures. */
interface CenterOverview extends StoredSubscription {
  plan: CenterPlan;
  hasBillingDetails: boolean;
  totalPatients: number;
  examsThisMonth: number;
  totalStorage: number;
  quotaBytes: number | null;
}

/**
 * Reads a center's plan, stored subscription and figures in one statement; the month starts at `monthStart`. Withdrawn
 * exams do not count.
 */
export async function readCenterOverview(tx: Reader, centerId: string, monthStart: Date): Promise<CenterOverview> {
  const { rows } = await sql<CenterOverview>`
    SELECT f.patients AS "totalPatients", f.exam_bytes AS "totalStorage",
      (SELECT count(*) FROM exams WHERE center_id = ${centerId} AND status <> 'withdrawn' AND uploaded_at >= ${monthStart}) AS "examsThisMonth",
      c.quota_bytes AS "quotaBytes", c.plan, s.status, s.first_day AS start, s.last_day AS "end", s.has_details AS "hasBillingDetails"
    FROM center_figures f JOIN medical_centers c ON c.id = f.center_id CROSS JOIN own_subscription() s
    WHERE f.center_id = ${centerId} ${preparedMarker}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The center has no row in center_figures.');
  return row;
}

export interface RecentActivity {
  event: string;
  at: Date;
  examType: string | null;
  /** Null once the grant has ended: the patient's row is no longer visible. */
  firstName: string | null;
  lastName: string | null;
  /** The public id, from the audit event itself. */
  patientId: string | null;
  centerName: string | null;
}

/** Length of a dashboard's list: shapes, "center dash", "doctor dash". */
export const maxRecent = 10;

/** Lists a doctor's latest views and downloads, newest first. */
export async function listRecentActivity(tx: Reader, doctorId: string): Promise<RecentActivity[]> {
  return await tx
    .selectFrom('audit_events as e')
    .leftJoin('patients as p', 'p.id', 'e.patient_id')
    .leftJoin('medical_centers as c', 'c.id', 'e.center_id')
    .select([
      'e.event',
      'e.at',
      'e.exam_type as examType',
      'p.first_name as firstName',
      'p.last_name as lastName',
      sql<string | null>`e.details ->> 'patientId'`.as('patientId'),
      'c.name as centerName',
    ])
    .where('e.doctor_id', '=', doctorId)
    .where('e.actor_kind', '=', 'doctor')
    .where('e.outcome', '=', 'success')
    .where('e.event', 'in', ['exams_listed', 'exam_viewed', 'exam_downloaded'])
    .where(sql<boolean>`NOT e.details ? 'background'`)
    // lists of several patients, and the small images in them, open no patient
    .where('e.patient_id', 'is not', null)
    .where(sql<boolean>`NOT e.details ? 'thumbnails'`)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(sql.lit(maxRecent)) // known to the kept plan, which then reads no more rows
    .modifyEnd(preparedMarker)
    .execute();
}

export interface AdminFigures {
  totalUsers: number;
  totalMedicalCenters: number;
  totalDoctors: number;
  totalPatients: number;
  totalExams: number;
  pendingDoctors: number;
  thisWeek: { users: number; medicalCenters: number; doctors: number };
}

/** Counts the figures of the whole installation: counts only, no row of any center or patient. */
export async function countForAdmin(tx: Reader): Promise<AdminFigures> {
  const { rows } = await sql<AdminFigures>`
    WITH week AS (SELECT app_now() - interval '7 days' AS start),
    u AS (SELECT count(*) AS n, count(*) FILTER (WHERE created_at > start) AS new FROM users, week WHERE closed_at IS NULL),
    c AS (SELECT count(*) AS n, count(*) FILTER (WHERE created_at > start) AS new FROM medical_centers, week),
    d AS (SELECT count(*) FILTER (WHERE state = 'verified') AS n,
        count(*) FILTER (WHERE state = 'verified' AND first_approved_at > start) AS new,
        count(*) FILTER (WHERE state IN ('pending', 'pending_review')) AS waiting FROM doctors, week)
    SELECT u.n AS "totalUsers", c.n AS "totalMedicalCenters", d.n AS "totalDoctors",
      coalesce((SELECT patients FROM count_records()), 0) AS "totalPatients",
      coalesce((SELECT exams FROM count_records()), 0) AS "totalExams", d.waiting AS "pendingDoctors",
      jsonb_build_object('users', u.new, 'medicalCenters', c.new, 'doctors', d.new) AS "thisWeek"
    FROM u, c, d`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('An aggregate query returned no row.');
  return row;
}
