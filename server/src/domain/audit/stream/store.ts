import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import type { AuditRow } from '../search/store.ts';

/** Finds the number of the last record that a receiver has; 0 before the first. */
export async function findPosition(tx: Reader, receiver: string): Promise<number> {
  const row = await tx.selectFrom('audit_stream').select('seq').where('receiver', '=', receiver).executeTakeFirst();
  return row?.seq ?? 0;
}

export interface StreamRecord {
  seq: number;
  /** The record's hash in the chain. */
  hash: Buffer;
  /** Null if the event's row is gone, which `audit:verify` reports. */
  event: StreamEvent | null;
}

/** An event without the names of its accounts, doctors and centers. */
export type StreamEvent = Omit<
  AuditRow,
  'email' | 'memberName' | 'doctorFirstName' | 'doctorLastName' | 'centerName' | 'centerCode' | 'exactly'
>;

/** Lists at most `maxCount` records after a number, with their events, in order. */
export async function listStreamRecords(tx: Reader, after: number, maxCount: number): Promise<StreamRecord[]> {
  const rows = await tx
    .selectFrom('audit_chain as c')
    .leftJoin('audit_events as e', 'e.id', 'c.event_id')
    .select(['c.seq', 'c.hash', 'e.id', 'e.at', 'e.event', 'e.outcome', 'e.actor_kind as actorKind'])
    .select(['e.person_id as personId', 'e.doctor_id as doctorId', 'e.center_id as centerId'])
    .select(['e.patient_id as patientId', 'e.session_ref as sessionRef', 'e.address_block as addressBlock'])
    .select(['e.object_kind as objectKind', 'e.object_id as objectId', 'e.purpose', 'e.request_id as requestId'])
    .select('e.details')
    .where('c.seq', '>', after)
    .orderBy('c.seq')
    .limit(maxCount)
    .execute();
  return rows.map(({ seq, hash, id, at, event, outcome, actorKind, details, ...rest }) => {
    const isGone = id === null || at === null || event === null || outcome === null || actorKind === null;
    return { seq, hash, event: isGone ? null : { seq, id, at, event, outcome, actorKind, details, ...rest } };
  });
}

export interface StreamNames {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  centerCode: string | null;
}

/** Finds the names of accounts, doctors and centers by their ids. */
export async function findStreamNames(tx: Reader, ids: readonly string[]): Promise<Map<string, StreamNames>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StreamNames & { id: string }>`
    SELECT id, email, first_name AS "firstName", last_name AS "lastName", center_code AS "centerCode"
    FROM stream_names(${[...new Set(ids)]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Moves a receiver's position from one record to a later one. Has no effect if another node has moved it. */
export async function savePosition(
  tx: Tx,
  receiver: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const sent = { seq: to, sent_at: sql<Date>`app_now()`, failing_since: null };
  await tx
    .insertInto('audit_stream')
    .values({ receiver, ...sent })
    .onConflict((conflict) => conflict.column('receiver').doUpdateSet(sent).where('audit_stream.seq', '=', from))
    .execute();
}

export async function saveFailure(tx: Tx, receiver: string): Promise<void> {
  await tx
    .insertInto('audit_stream')
    .values({ receiver, seq: 0, failing_since: sql<Date>`app_now()` })
    .onConflict((conflict) =>
      conflict.column('receiver').doUpdateSet({ failing_since: sql`coalesce(audit_stream.failing_since, app_now())` }),
    )
    .execute();
}
