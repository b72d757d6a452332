import { sql } from 'kysely';
import { preparedMarker } from '../../../platform/db/prepared-statements.ts';
import type { Principal } from '../../authorization/principal.ts';
import type { Reader } from '../../database.ts';
import { sessionReference } from './entry.ts';

/**
 * True if this session opened a patient under a grant in the last minutes, by the audit events. Used for pages that
 * refresh themselves.
 */
export async function hasRecentlyListed(
  tx: Reader,
  principal: Principal,
  grantId: string,
  minutes: number,
): Promise<boolean> {
  if (principal.kind === 'anonymous') return false;
  const row = await tx
    .selectFrom('audit_events')
    .select('id')
    .where('session_ref', '=', sessionReference(principal.sessionId))
    .where('event', '=', 'exams_listed')
    .where('purpose', '=', grantId)
    .where('at', '>', sql<Date>`app_now() - make_interval(mins => ${minutes})`)
    .where(sql<boolean>`NOT details ? 'background'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the downloads a doctor started in the last 24 hours, up to `limit`. */
export async function countDownloads(tx: Reader, doctorId: string, limit: number): Promise<number> {
  const rows = await selectDailyDownloads(tx, doctorId).select('id').limit(limit).execute();
  return rows.length;
}

/** Returns the seconds until the doctor's downloads of the last 24 hours are fewer than `limit`; 0 if they are now. */
export async function getDownloadDelaySeconds(tx: Reader, doctorId: string, limit: number): Promise<number> {
  const row = await selectDailyDownloads(tx, doctorId)
    .select(sql<number>`extract(epoch FROM at + interval '24 hours' - app_now())::float8`.as('seconds'))
    .orderBy('at', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.seconds ?? 0;
}

function selectDailyDownloads(tx: Reader, doctorId: string) {
  return tx
    .selectFrom('audit_events')
    .where('doctor_id', '=', doctorId)
    .where('event', '=', 'exam_downloaded')
    .where('at', '>', sql<Date>`app_now() - interval '24 hours'`);
}

export interface DoctorFigures {
  patientsAccessed: number;
  examsReviewed: number;
  filesDownloaded: number;
  medicalCenters: number;
}

/** Counts a doctor's figures from the audit events; there are no separate counters. */
export async function countForDoctor(tx: Reader, doctorId: string): Promise<DoctorFigures> {
  const { rows } = await sql<DoctorFigures>`
    SELECT count(DISTINCT patient_id) FILTER (WHERE event = 'exams_listed' AND NOT details ? 'thumbnails') AS "patientsAccessed",
      count(DISTINCT object_id) FILTER (WHERE event = 'exam_viewed') AS "examsReviewed",
      count(*) FILTER (WHERE event = 'exam_downloaded') AS "filesDownloaded",
      count(DISTINCT center_id) AS "medicalCenters"
    FROM audit_events
    WHERE doctor_id = ${doctorId} AND actor_kind = 'doctor' AND outcome = 'success'
      AND event IN ('exams_listed', 'exam_viewed', 'exam_downloaded') ${preparedMarker}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('An aggregate query returned no row.');
  return row;
}
