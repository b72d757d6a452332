import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import type { CanonicalEvent } from './record-hash.ts';

/** Every column of an event as text, independent of session settings. Times are in UTC, to the microsecond. */
const canonicalColumns = sql<CanonicalEvent | null>`ARRAY[e.id::text,
  to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.event, e.outcome, e.actor_kind, e.person_id::text, e.session_ref,
  e.center_id::text, e.doctor_id::text, e.patient_id::text, e.object_kind, e.object_id, e.exam_type, e.purpose::text, e.request_id,
  e.address_block, e.details::text]`;

// Key of the audit chain among PostgreSQL's advisory locks: "medcloud audit".
const chainWriterLock = 7_316_048_224;

/** Tries to become the only chain writer of all nodes until the transaction ends. Returns whether it succeeded. */
export async function isChainWriter(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    acquired: boolean;
  }>`SELECT pg_try_advisory_xact_lock(${chainWriterLock}) AS acquired`.execute(tx);
  return rows[0]?.acquired === true;
}

/** Waits to become the only chain writer, until the transaction ends. */
export async function becomeChainWriter(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${chainWriterLock})`.execute(tx);
}

export interface ChainHead {
  seq: number;
  hash: Buffer;
}

/** Finds the last record; null before the first. */
export async function findHead(tx: Reader): Promise<ChainHead | null> {
  const row = await tx
    .selectFrom('audit_chain')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the hash of one record; null if there is none. */
export async function findHash(tx: Reader, seq: number): Promise<Buffer | null> {
  const row = await tx.selectFrom('audit_chain').select('hash').where('seq', '=', seq).executeTakeFirst();
  return row?.hash ?? null;
}

export interface RecordsAt {
  /** The hash of each record that exists, by its number. */
  hashes: ReadonlyMap<number, Buffer>;
  /** The last record's number; 0 before the first. */
  head: number;
}

/** Reads the hashes of records by their numbers, and the last record's number. */
export async function readRecordsAt(tx: Reader, seqs: readonly number[]): Promise<RecordsAt> {
  const rows = await tx
    .selectFrom('audit_chain')
    .select(['seq', 'hash'])
    .where('seq', '=', sql<number>`ANY (${[...seqs]}::bigint[])`)
    .execute();
  return { hashes: new Map(rows.map(({ seq, hash }) => [seq, hash])), head: (await findHead(tx))?.seq ?? 0 };
}

/** Lists at most `maxCount` of the oldest unchained events. An event deleted meanwhile has null columns. */
export async function listUnchained(
  tx: Reader,
  maxCount: number,
): Promise<{ eventId: number; event: CanonicalEvent | null }[]> {
  return await tx
    .selectFrom('audit_unsealed as u')
    .leftJoin('audit_events as e', 'e.id', 'u.event_id')
    .select([
      'u.event_id as eventId',
      sql<CanonicalEvent | null>`CASE WHEN e.id IS NOT NULL THEN ${canonicalColumns} END`.as('event'),
    ])
    .orderBy('u.event_id')
    .limit(maxCount)
    .execute();
}

export interface ChainLink {
  seq: number;
  eventId: number;
  prev: Buffer;
  hash: Buffer;
  mac: Buffer;
}

/** Inserts links and removes their events from the unchained list. */
export async function insertLinks(tx: Tx, links: readonly ChainLink[]): Promise<void> {
  const of = <K extends keyof ChainLink>(key: K) => links.map((link) => link[key]);
  await sql`INSERT INTO audit_chain (seq, event_id, prev, hash, mac) SELECT * FROM unnest(${of('seq')}::bigint[], ${of('eventId')}::bigint[],
    ${of('prev')}::bytea[], ${of('hash')}::bytea[], ${of('mac')}::bytea[])`.execute(tx);
  await tx
    .deleteFrom('audit_unsealed')
    .where('event_id', '=', sql<number>`ANY (${of('eventId')}::bigint[])`)
    .execute();
}

/** A link with its event's columns; null if the event is gone. */
export interface ChainRecord extends ChainLink {
  event: CanonicalEvent | null;
}

/** Lists at most `maxCount` records after a number, in order. */
export async function listRecords(tx: Reader, after: number, maxCount: number): Promise<ChainRecord[]> {
  return await tx
    .selectFrom('audit_chain as c')
    .leftJoin('audit_events as e', 'e.id', 'c.event_id')
    .select(['c.seq', 'c.event_id as eventId', 'c.prev', 'c.hash', 'c.mac'])
    .select(sql<CanonicalEvent | null>`CASE WHEN e.id IS NOT NULL THEN ${canonicalColumns} END`.as('event'))
    .where('c.seq', '>', after)
    .orderBy('c.seq')
    .limit(maxCount)
    .execute();
}

export interface EventPage {
  /** The last event of the page; null if the page is empty. */
  last: number | null;
  /** The first event of the page that is neither chained nor listed as unchained. */
  stray: number | null;
}

/** Searches at most `maxCount` events after a number for one that bypassed the chain. */
export async function findStrayEvent(tx: Reader, after: number, maxCount: number): Promise<EventPage> {
  const { rows } = await sql<EventPage>`
    WITH page AS (SELECT id FROM audit_events WHERE id > ${after} ORDER BY id LIMIT ${maxCount})
    SELECT max(p.id) AS last, min(p.id) FILTER (WHERE c.event_id IS NULL AND u.event_id IS NULL) AS stray
    FROM page p LEFT JOIN audit_chain c ON c.event_id = p.id LEFT JOIN audit_unsealed u ON u.event_id = p.id`.execute(
    tx,
  );
  return rows[0] ?? { last: null, stray: null };
}

/** Finds the last checkpoint in the database: its number and its exact line; null before the first. */
export async function findLastCheckpoint(tx: Reader): Promise<{ number: number; line: string } | null> {
  const row = await tx
    .selectFrom('audit_checkpoints')
    .select(['number', 'line'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the lines of checkpoints by their numbers. */
export async function findCheckpointLines(tx: Reader, numbers: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('audit_checkpoints')
    .select(['number', 'line'])
    .where('number', '=', sql<number>`ANY (${[...numbers]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ number, line }) => [number, line]));
}

/** Lists at most `maxCount` checkpoint lines after a number, in order. */
export async function listCheckpointLines(tx: Reader, after: number, maxCount: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('audit_checkpoints')
    .select('line')
    .where('number', '>', after)
    .orderBy('number')
    .limit(maxCount)
    .execute();
  return rows.map(({ line }) => line);
}

/** Inserts a checkpoint's line. Leaves an existing one unchanged. */
export async function insertCheckpoint(
  tx: Tx,
  checkpoint: { number: number; seq: number; at: Date; line: string },
): Promise<void> {
  const { number, seq, at, line } = checkpoint;
  await tx
    .insertInto('audit_checkpoints')
    .values({ number, seq, at, line })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds the time of the first record's event; null before the first. */
export async function findFirstEventTime(tx: Reader): Promise<Date | null> {
  const row = await tx
    .selectFrom('audit_chain as c')
    .innerJoin('audit_events as e', 'e.id', 'c.event_id')
    .select('e.at')
    .orderBy('c.seq')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}
