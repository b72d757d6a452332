import { sql } from 'kysely';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import type { Reader } from '../../database.ts';

/** The column of the audit events that identifies an actor. */
export interface BreachActor {
  by: 'session_ref' | 'person_id';
  value: string;
}

export interface Period {
  from: Date | null;
  to: Date | null;
}

/** Selects an actor's successful events; those of everybody if it is null. */
export function selectEvents(tx: Reader, actor: BreachActor | null, { from, to }: Period) {
  let query = tx.selectFrom('audit_events as e').where('e.outcome', '=', 'success');
  if (actor !== null) query = query.where(`e.${actor.by}`, '=', actor.value);
  if (from !== null) query = query.where('e.at', '>=', from);
  if (to !== null) query = query.where('e.at', '<', to);
  return query;
}

/** Selects every patient in an actor's events, first accessed first. Has no limit: a truncated list would be wrong. */
export function selectAffectedPatients(tx: Reader, actor: BreachActor | null, period: Period) {
  return selectEvents(tx, actor, period)
    .where('e.patient_id', 'is not', null)
    .select(({ fn }) => [
      sql<string>`e.patient_id`.as('patientUuid'),
      fn.min('e.at').as('first'),
      fn.max('e.at').as('last'),
      fn.countAll<number>().as('events'),
      sql<number>`count(DISTINCT e.object_id) FILTER (WHERE e.object_kind = 'exam')`.as('exams'),
      sql<string[]>`array_agg(DISTINCT e.event)`.as('what'),
    ])
    .groupBy('e.patient_id')
    .orderBy('first');
}

export interface ListAccess {
  event: string;
  times: number;
  first: Date;
  last: Date;
  /** The largest number found by one of them. */
  most: number;
}

/** Lists an actor's lists and searches of several patients, by kind. */
export async function listListAccesses(tx: Reader, actor: BreachActor | null, period: Period): Promise<ListAccess[]> {
  return await selectEvents(tx, actor, period)
    .where('e.patient_id', 'is', null)
    .where('e.event', 'in', ['patients_listed', 'exams_listed', 'studies_searched'])
    .select(({ fn }) => [
      'e.event',
      fn.countAll<number>().as('times'),
      fn.min('e.at').as('first'),
      fn.max('e.at').as('last'),
      sql<number>`coalesce(max(coalesce(e.details ->> 'matches', e.details ->> 'count', e.details ->> 'shown')::bigint), 0)`.as(
        'most',
      ),
    ])
    .groupBy('e.event')
    .orderBy('e.event')
    .execute();
}

/** Finds the account that the scope names, closed accounts by their id; null if there is none. */
export async function findAccountActor(tx: Reader): Promise<BreachActor | null> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM scope_named_accounts() AS id ORDER BY id DESC LIMIT 1`.execute(tx);
  return rows[0] === undefined ? null : { by: 'person_id', value: rows[0].id };
}

/**
 * Finds the session or API token of a secret, active or ended. The secret is a Bearer, a cookie's value or an API
 * token.
 */
export async function findSessionBySecret(tx: Reader, secret: string): Promise<string | null> {
  const hash = hashSecret(secret);
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where((where) => where.or([where('bearer_hash', '=', hash), where('cookie_hash', '=', hash)]))
    .unionAll(tx.selectFrom('api_tokens').select('id').where('token_hash', '=', hash))
    .executeTakeFirst();
  return row?.id ?? null;
}
