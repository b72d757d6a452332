import { sql } from 'kysely';
import type { Principal } from '../../authorization/principal.ts';
import type { Reader, Tx } from '../../database.ts';
import { type AuditEntry, sessionReference } from './entry.ts';

/** Inserts one row. The application's role may insert and read rows, but not update or delete them. */
export async function insertEvent(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor } = entry;
  await tx
    .insertInto('audit_events')
    .values({
      event: entry.event,
      outcome: entry.outcome ?? 'success',
      actor_kind: actor.kind,
      person_id: actor.personId ?? null,
      session_ref: actor.sessionId ? sessionReference(actor.sessionId) : null,
      center_id: entry.centerId ?? actor.centerId ?? null,
      doctor_id: actor.doctorId ?? null,
      patient_id: entry.patientId ?? null,
      object_kind: entry.object?.kind ?? null,
      object_id: entry.object?.id ?? null,
      exam_type: entry.examType ?? null,
      purpose: entry.purpose ?? null,
      request_id: entry.requestId ?? null,
      address_block: entry.addressBlock ?? null,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}

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
  if (principal.kind === 'nobody') return false;
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
