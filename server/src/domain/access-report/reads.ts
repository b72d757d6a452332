import type { AuditActorKind } from '@medcloud/contract/operations/audit-events';
import { type RawBuilder, sql } from 'kysely';
import type { JsonValue } from '../../platform/db/json.ts';
import { parseCursor } from '../audit/search/event-cursor.ts';
import type { Reader } from '../database.ts';
import { reportEvents } from './report-events.ts';

/** The column of the audit events that names a report's subject, and its value. */
export interface SubjectColumn {
  by: 'patient_id' | 'object_id' | 'doctor_id' | 'center_id';
  value: string;
}

export interface ReportFilter extends SubjectColumn {
  /** Only events on this center's records; null for an administrator. */
  centerId: string | null;
  from: Date;
  /** Exclusive end. */
  to: Date;
}

export interface ReportEventRow {
  id: number;
  at: Date;
  event: string;
  actorKind: AuditActorKind;
  personId: string | null;
  sessionRef: string | null;
  centerId: string | null;
  doctorId: string | null;
  patientUuid: string | null;
  examId: string | null;
  examType: string | null;
  purpose: string | null;
  network: string | null;
  /** What the end of a viewing or download counted; null before it. */
  end: JsonValue;
  /** The time to the microsecond, for the next page. */
  exactly: string;
}

/**
 * Returns the condition on `audit_events as e`. What an open page loads again by itself is no act (`background`), and
 * what was denied or failed showed nothing.
 */
function matches({ by, value, centerId, from, to }: ReportFilter): RawBuilder<boolean> {
  const conditions = [
    sql`e.${sql.ref(by)} = ${value}`,
    sql`e.at >= ${from} AND e.at < ${to}`,
    sql`e.event = ANY (${reportEvents}::text[]) AND e.outcome = 'success' AND NOT e.details ? 'background'`,
  ];
  if (by === 'object_id') conditions.push(sql`e.object_kind = 'exam'`);
  if (by === 'doctor_id') conditions.push(sql`e.actor_kind = 'doctor'`);
  if (centerId !== null) conditions.push(sql`e.center_id = ${centerId}`);
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/**
 * Lists a page of the matching events, newest first. The end of a viewing or download is the event of the same request
 * on the same exam, within a day.
 */
export async function listReportEvents(
  tx: Reader,
  filter: ReportFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<ReportEventRow[]> {
  const position = parseCursor(after);
  const rest =
    position === null ? sql`` : sql`AND (e.at, e.id) < (${position.at}::timestamptz, ${position.id}::bigint)`;
  const { rows } = await sql<ReportEventRow>`
    WITH page AS MATERIALIZED (
      SELECT e.* FROM audit_events e WHERE ${matches(filter)} ${rest} ORDER BY e.at DESC, e.id DESC LIMIT ${limit})
    SELECT e.id, e.at, e.event, e.actor_kind AS "actorKind", e.person_id AS "personId", e.session_ref AS "sessionRef",
      e.center_id AS "centerId", e.doctor_id AS "doctorId", e.patient_id AS "patientUuid",
      CASE WHEN e.object_kind = 'exam' THEN e.object_id END AS "examId", e.exam_type AS "examType", e.purpose,
      e.address_block AS network, ended.details AS end,
      to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS exactly
    FROM page e
    LEFT JOIN LATERAL (
      SELECT n.details FROM audit_events n
      WHERE n.object_id = e.object_id AND n.request_id = e.request_id AND n.at >= e.at AND n.at < e.at + interval '1 day'
        AND n.event = CASE e.event WHEN 'exam_viewed' THEN 'exam_viewing_ended' WHEN 'exam_downloaded' THEN 'exam_download_ended'
          WHEN 'own_exam_downloaded' THEN 'own_exam_download_ended' END
      ORDER BY n.at LIMIT 1
    ) ended ON e.event IN ('exam_viewed', 'exam_downloaded', 'own_exam_downloaded')
    ORDER BY e.at DESC, e.id DESC`.execute(tx);
  return rows;
}

/** Counts the matching events, up to `limit` + 1. */
export async function countReportEvents(tx: Reader, filter: ReportFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT FROM audit_events e WHERE ${matches(filter)} LIMIT ${limit + 1}) AS counted`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Returns whether the audit log has an event of an exam. */
export async function hasEventOfExam(tx: Reader, examId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit_events WHERE object_id = ${examId} AND object_kind = 'exam' LIMIT 1`.execute(tx);
  return rows.length > 0;
}
