import type { AuditActorKind, AuditOutcome } from '@medcloud/contract/operations/audit-events';
import { sql } from 'kysely';
import type { JsonValue } from '../../../platform/db/json.ts';
import type { Reader } from '../../database.ts';
import { parseCursor } from './event-cursor.ts';

/** The subject of a search: the value of one column. */
export type Subject =
  | { by: 'person_id' | 'center_id' | 'patient_id' | 'session_ref' | 'object_id'; value: string }
  | { by: 'patient-or-object'; value: string };

export interface AuditFilter {
  /** Null: all subjects. */
  subject: Subject | null;
  /** Null: every kind. */
  events: readonly string[] | null;
  outcome: AuditOutcome | null;
  from: Date | null;
  /** Exclusive end. */
  to: Date | null;
}

/** Where a page ends. Events of the same instant are ordered by id. */
export interface AuditCursor {
  at: Date;
  id: number;
}

export interface AuditRow extends AuditCursor {
  event: string;
  outcome: AuditOutcome;
  actorKind: AuditActorKind;
  personId: string | null;
  email: string | null;
  memberName: string | null;
  doctorId: string | null;
  doctorFirstName: string | null;
  doctorLastName: string | null;
  sessionRef: string | null;
  addressBlock: string | null;
  centerId: string | null;
  centerName: string | null;
  centerCode: string | null;
  patientId: string | null;
  objectKind: string | null;
  objectId: string | null;
  purpose: string | null;
  requestId: string | null;
  details: JsonValue;
  seq: number | null;
  /** The time to the microsecond, for the next page. */
  exactly: string;
}

function selectEvents(tx: Reader, { subject, events, outcome, from, to }: AuditFilter) {
  let query = tx.selectFrom('audit_events as e');
  if (subject?.by === 'patient-or-object')
    query = query.where((where) =>
      where.or([where('e.patient_id', '=', subject.value), where('e.object_id', '=', subject.value)]),
    );
  else if (subject !== null) query = query.where(`e.${subject.by}`, '=', subject.value);
  if (events !== null) query = query.where('e.event', 'in', events);
  if (outcome !== null) query = query.where('e.outcome', '=', outcome);
  if (from !== null) query = query.where('e.at', '>=', from);
  if (to !== null) query = query.where('e.at', '<', to);
  return query;
}

/** Lists events with the names of their actors, newest first, after a position; oldest first for an export. */
export async function listEvents(
  tx: Reader,
  filter: AuditFilter,
  page: { limit: number; after: string | null; isOldestFirst?: boolean },
): Promise<AuditRow[]> {
  const direction = page.isOldestFirst ? 'asc' : 'desc';
  let selection = selectEvents(tx, filter)
    .selectAll('e')
    .orderBy('e.at', direction)
    .orderBy('e.id', direction)
    .limit(page.limit);
  const after = parseCursor(page.after);
  if (after !== null)
    selection = selection.where(
      page.isOldestFirst
        ? sql<boolean>`(e.at, e.id) > (${after.at}::timestamptz, ${after.id})`
        : sql<boolean>`(e.at, e.id) < (${after.at}::timestamptz, ${after.id})`,
    );
  return await tx
    .selectFrom(selection.as('e'))
    .leftJoin('users as u', 'u.id', 'e.person_id')
    .leftJoin('doctors as d', 'd.id', 'e.doctor_id')
    .leftJoin('medical_centers as c', 'c.id', 'e.center_id')
    .leftJoin('audit_chain as s', 's.event_id', 'e.id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('center_members')
          .select('display_name')
          .whereRef('user_id', '=', 'e.person_id')
          .whereRef('center_id', '=', 'e.center_id')
          .where('e.actor_kind', '=', 'center')
          // who left may have joined again, with another name
          .orderBy(sql`ended_at IS NULL`, 'desc')
          .orderBy('joined_at', 'desc')
          .limit(1)
          .as('m'),
      (join) => join.onTrue(),
    )
    .select([
      'm.display_name as memberName',
      'e.id',
      'e.at',
      'e.event',
      'e.outcome',
      'e.actor_kind as actorKind',
      'e.person_id as personId',
      'u.email',
      'e.doctor_id as doctorId',
      'd.first_name as doctorFirstName',
      'd.last_name as doctorLastName',
      'e.session_ref as sessionRef',
      'e.address_block as addressBlock',
      'e.center_id as centerId',
      'c.name as centerName',
      'c.center_id as centerCode',
      'e.patient_id as patientId',
      'e.object_kind as objectKind',
      'e.object_id as objectId',
      'e.purpose',
      'e.request_id as requestId',
      'e.details',
      's.seq',
      sql<string>`to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('exactly'),
    ])
    .orderBy('e.at', direction)
    .orderBy('e.id', direction)
    .execute();
}

/** Counts the matching events, up to `limit` + 1. */
export async function countEvents(tx: Reader, filter: AuditFilter, limit: number): Promise<number> {
  const { count } = await tx
    .selectFrom(
      selectEvents(tx, filter)
        .select('e.id')
        .limit(limit + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds the user of an email, a license number, or an id of a user or doctor; null if there is none. */
export async function findPerson(tx: Reader, name: { email: string } | { license: string } | { id: string }) {
  let query = tx
    .selectFrom('users as u')
    .leftJoin('doctors as d', 'd.user_id', 'u.id')
    .select('u.id')
    .orderBy('u.created_at', 'desc')
    .limit(1);
  if ('email' in name) query = query.where('u.email', '=', name.email);
  else if ('license' in name) query = query.where('d.license_number', '=', name.license);
  else query = query.where((where) => where.or([where('u.id', '=', name.id), where('d.id', '=', name.id)]));
  return (await query.executeTakeFirst())?.id ?? null;
}

/** Finds a center by its center ID, in any letter case, or by its id. */
export async function findCenterUuid(tx: Reader, name: { code: string } | { id: string }): Promise<string | null> {
  const row = await tx
    .selectFrom('medical_centers')
    .select('id')
    .where('code' in name ? sql<boolean>`any_case(center_id) = any_case(${name.code})` : sql<boolean>`id = ${name.id}`)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** True if the session of this scope is still an administrator's. */
export async function isStillAdmin(tx: Reader): Promise<boolean> {
  const { rows } = await sql<{ admin: boolean | null }>`SELECT scope_is_admin() AS admin`.execute(tx);
  return rows[0]?.admin === true;
}
