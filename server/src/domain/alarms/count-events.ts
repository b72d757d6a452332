import { routes } from '@medcloud/contract';
import type { Route } from '@medcloud/contract/route';
import { type RawBuilder, sql } from 'kysely';
import { systemScope } from '../authorization/authorize.ts';
import type { DbContext } from '../core/context.ts';
import type { Reader, Tx } from '../database.ts';
import {
  type AlarmSubject,
  accessEvents,
  accessRules,
  imagesPerExam,
  type KindRule,
  type WatchedEvent,
} from './rules.ts';

/** A subject that reached a rule's threshold, with its last event. */
export interface Finding {
  subject: string;
  count: number;
  /** The account of the event; null if the subject is not an account or one of its sessions or tokens. */
  userId: string | null;
  isAdministrator: boolean;
  network: string | null;
  browser: string | null;
  system: string | null;
}

const maxBatch = 1_000;

/** Takes at most 1,000 of the oldest events that the rules have not counted. */
export async function takeWatchedEvents(tx: Tx): Promise<number[]> {
  const rows = await tx
    .deleteFrom('watched_events')
    .where('event_id', 'in', (from) =>
      from.selectFrom('watched_events').select('event_id').orderBy('event_id').limit(maxBatch),
    )
    .returning('event_id as id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Columns of `audit_events e` that name a subject. Each has an index with the time. */
const subjectColumns = {
  account: sql<string | null>`e.person_id::text`,
  center: sql<string | null>`e.center_id::text`,
  network: sql<string | null>`e.address_block`,
  session: sql<string | null>`e.session_ref`,
  token: sql<string | null>`e.object_id`,
  doctor: sql<string | null>`e.doctor_id::text`,
  installation: sql<string | null>`''`,
} as const satisfies Record<AlarmSubject, RawBuilder<string | null>>;

/** The same columns compared in their own type, so that the index is used. */
function hasSubject(subject: AlarmSubject, value: RawBuilder<string>): RawBuilder<boolean> {
  switch (subject) {
    case 'account':
      return sql`e.person_id = ${value}::uuid`;
    case 'center':
      return sql`e.center_id = ${value}::uuid`;
    case 'doctor':
      return sql`e.doctor_id = ${value}::uuid`;
    case 'installation':
      return sql`true`;
    case 'network':
    case 'session':
    case 'token':
      return sql`${subjectColumns[subject]} = ${value}`;
  }
}

/** Routes of images: an open viewer sends hundreds of requests about one exam, or one study if the address names no exam. */
const imageRoutes = Object.values(routes)
  .flatMap((area: Record<string, Route>) => Object.values(area))
  .filter(({ rate }) => rate === 'frames')
  .map(({ path }) => path);

// Text of another form is an event's that no code of the portal wrote: counting goes on.
const hiddenExams = sql`CASE WHEN e.details->>'unknown' ~ '^[1-9][0-9]{0,2}$' THEN (e.details->>'unknown')::int ELSE 1 END`;
const imageToken = '^[0-9a-f]{8}$';

function createCounted(counts: KindRule<'events'>['source']['counts']): RawBuilder<number> {
  switch (counts) {
    case 'events':
      return sql`count(*)::int`;
    case 'accounts':
      return sql`count(DISTINCT coalesce(e.person_id::text, e.id::text))::int`;
    case 'patients':
      return sql`count(DISTINCT e.patient_id)::int`;
    case 'records':
      return sql`count(DISTINCT CASE WHEN e.details->>'route' = ANY (${imageRoutes}) THEN coalesce(e.object_id, e.details->>'study', e.id::text) ELSE e.id::text END)::int
        + coalesce(sum(${hiddenExams} - 1), 0)::int`;
  }
}

/** The condition of a watched event on `audit_events e`. Literals, so that the planner can use partial indexes. */
function isWatched(of: WatchedEvent): RawBuilder<boolean> {
  const conditions = [
    sql`e.event = ${sql.lit(of.event)} AND e.outcome = ${sql.lit(of.outcome)}`,
    ...(of.actor === undefined ? [] : [sql`e.actor_kind = ${of.actor}`]),
    ...(of.detail === undefined ? [] : [sql`e.details ? ${of.detail}`]),
    ...(of.withoutDetail === undefined ? [] : [sql`NOT e.details ? ${of.withoutDetail}`]),
    ...(of.cause === undefined ? [] : [sql`e.details->>'cause' = ${of.cause}`]),
    ...(of.withoutCodes === undefined ? [] : [sql`coalesce(e.details->>'code', '') <> ALL (${of.withoutCodes})`]),
    ...(of.isRepeated === undefined
      ? []
      : [
          sql`EXISTS (SELECT FROM audit_events b WHERE b.person_id = e.person_id AND b.event = e.event
            AND b.outcome = e.outcome AND b.at <= e.at AND b.id < e.id)`,
        ]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

const lastEvent = sql`e.person_id AS "userId", coalesce(e.actor_kind = 'admin', false) AS "isAdministrator",
  e.address_block AS network, e.details->>'browser' AS browser, e.details->>'system' AS system`;

/**
 * Finds the subjects of these events that reach the rule's threshold within its window. The window ends at the event
 * and not now, so a job that was late counts the same; events of one minute are counted once, at the last of them. A
 * subject with an open alarm is skipped, and events before the last alarm was seen do not count again.
 */
export async function findExceeded(tx: Reader, rule: KindRule<'events'>, ids: readonly number[]): Promise<Finding[]> {
  return (await selectExceeded(rule, ids).execute(tx)).rows;
}

/** The statement of `findExceeded`. Exported for the test of its plan. */
export function selectExceeded(rule: KindRule<'events'>, ids: readonly number[]): RawBuilder<Finding> {
  const { kind, subject, threshold, windowSeconds, source } = rule;
  const point = sql<string>`p.subject`;
  return sql<Finding>`
    WITH points AS MATERIALIZED (
      SELECT subject, max(at) AS at, max(id) AS id FROM (
        SELECT ${subjectColumns[subject]} AS subject, e.at, e.id FROM audit_events e
        WHERE e.id = ANY (${ids}::bigint[]) AND ${isWatched(source.of)}
      ) batch
      WHERE subject IS NOT NULL AND NOT EXISTS (
        SELECT FROM alarms a WHERE a.kind = ${kind} AND a.subject = ${`${subject}:`} || batch.subject AND a.seen_at IS NULL)
      GROUP BY subject, date_trunc('minute', at)
    )
    SELECT DISTINCT ON (p.subject) p.subject, c.count, ${lastEvent}
    FROM points p JOIN audit_events e ON e.id = p.id,
    LATERAL (SELECT coalesce(max(a.seen_at), '-infinity') AS at FROM alarms a
      WHERE a.kind = ${kind} AND a.subject = ${`${subject}:`} || p.subject) seen,
    LATERAL (SELECT ${createCounted(source.counts)} AS count FROM audit_events e
      WHERE ${hasSubject(subject, point)} AND ${isWatched(source.of)}
        AND e.at > p.at - make_interval(secs => ${windowSeconds}) AND e.at <= p.at AND e.at > seen.at) c
    WHERE c.count >= ${threshold} ORDER BY p.subject, c.count DESC`;
}

/** Conditions of an event on `audit_events e` that opened an exam or showed images: only centers and doctors do. */
const isAccess = sql<boolean>`e.event = ANY (${accessEvents}) AND (e.event <> 'exams_listed' OR e.details ? 'images')
  AND e.outcome = 'success' AND e.actor_kind IN ('center', 'doctor') AND e.person_id IS NOT NULL`;

/**
 * Adds the exams that these events opened to the counts of their accounts and sessions. An exam counts once a subject and
 * day (UTC), however often it was opened: a viewer that loads again and a download after a view are no further exams.
 * Exams shown in lists are counted by account (`images:ID`), once a day too; every tenth adds one to the account's count.
 */
export async function addAccessCounts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    WITH opened AS (
      INSERT INTO opened_exams (subject, day, exam)
      SELECT DISTINCT subject, (e.at AT TIME ZONE 'UTC')::date, exam
      FROM audit_events e, LATERAL (
        SELECT unnest(ARRAY['account:' || e.person_id, 'session:' || e.session_ref]) AS subject, e.object_id AS exam
        UNION ALL SELECT 'images:' || e.person_id, token
          FROM unnest(string_to_array(e.details->>'images', ' ')) token WHERE token ~ ${imageToken}) opened
      WHERE e.id = ANY (${ids}::bigint[]) AND ${isAccess} AND length(exam) <= 200 AND subject IS NOT NULL
      ON CONFLICT DO NOTHING
      RETURNING subject, day
    ), added AS (
      SELECT subject, day, subject LIKE 'images:%' AS is_image, count(*)::int AS count FROM opened GROUP BY 1, 2
    ), images AS (
      INSERT INTO access_counts AS c (subject, day, count)
      SELECT subject, day, count FROM added WHERE is_image ORDER BY 1, 2
      ON CONFLICT (subject, day) DO UPDATE SET count = c.count + excluded.count
      RETURNING subject, day, count
    ), accesses AS (
      SELECT subject, day, count FROM added WHERE NOT is_image
      UNION ALL SELECT replace(subject, 'images:', 'account:'), day, i.count / ${imagesPerExam}::int - (i.count - a.count) / ${imagesPerExam}::int
      FROM images i JOIN added a USING (subject, day)
    )
    INSERT INTO access_counts AS c (subject, day, count)
    SELECT subject, day, sum(count)::int FROM accesses GROUP BY 1, 2 HAVING sum(count) > 0 ORDER BY 1, 2
    ON CONFLICT (subject, day) DO UPDATE SET count = c.count + excluded.count`.execute(tx);
}

/**
 * Returns a query of the accounts or sessions of these events that opened more exams on a day (UTC) than the rule lets
 * pass: subject, day, last event and count.
 *
 * Usual for an account is the median of its days with exams, of the thirty days before: of ten at least, as if days
 * without exams filled them up. A day that was itself unusual is left out, or a slow increase would pass. If an
 * administrator marked it as usual, it counts, and the account may open that many at any time.
 */
function selectUnusual(
  { subject, threshold, source }: KindRule<'accesses'>,
  ids: readonly number[],
): RawBuilder<unknown> {
  const limit = sql`greatest(${threshold}::int, ${source.timesUsual}::int * greatest(h.days[greatest(5, cardinality(h.days) / 2) + 1], h.marked))`;
  const ceiling = source.ceiling === undefined ? limit : sql`greatest(${source.ceiling}::int, 2 * h.marked)`;
  return sql`
    SELECT p.subject, p.day, p.id, c.count
    FROM (
      SELECT ${subjectColumns[subject]} AS subject, (e.at AT TIME ZONE 'UTC')::date AS day, max(e.id) AS id FROM audit_events e
      WHERE e.id = ANY (${ids}::bigint[]) AND ${isAccess} AND ${subjectColumns[subject]} IS NOT NULL
      GROUP BY 1, 2
    ) p JOIN audit_events e ON e.id = p.id
    CROSS JOIN LATERAL (SELECT s.count FROM access_counts s
      WHERE s.subject = ${`${subject}:`} || p.subject AND s.day = p.day LIMIT 1) c
    CROSS JOIN LATERAL (
      SELECT array_agg(u.exams ORDER BY u.exams DESC) FILTER (WHERE u.exams IS NOT NULL AND u.day < p.day) AS days,
        max(u.usual_count) AS marked
      FROM (SELECT day, usual_count, CASE WHEN is_unusual THEN usual_count ELSE count END AS exams FROM access_counts
        WHERE subject = 'account:' || e.person_id AND day >= p.day - 30 AND day <= p.day) u) h
    WHERE c.count >= least(${limit}, ${ceiling})`;
}

/** Finds what `selectUnusual` returns and no alarm of the day has reported. Once a subject and day. */
export async function findUnusualAccess(
  tx: Reader,
  rule: KindRule<'accesses'>,
  ids: readonly number[],
): Promise<Finding[]> {
  return (await selectUnusualAccess(rule, ids).execute(tx)).rows;
}

/** The statement of `findUnusualAccess`. Exported for the test of its plan. */
export function selectUnusualAccess(rule: KindRule<'accesses'>, ids: readonly number[]): RawBuilder<Finding> {
  const { kind, subject } = rule;
  return sql<Finding>`
    WITH unusual AS MATERIALIZED (${selectUnusual(rule, ids)})
    SELECT DISTINCT ON (c.subject) c.subject, c.count, ${lastEvent}
    FROM unusual c JOIN audit_events e ON e.id = c.id
    WHERE NOT EXISTS (
      SELECT FROM alarms a WHERE a.kind = ${kind} AND a.subject = ${`${subject}:`} || c.subject
        AND (a.seen_at IS NULL OR a.raised_at >= c.day::timestamp AT TIME ZONE 'UTC'))
    ORDER BY c.subject, c.count DESC`;
}

/** Marks days of accounts as unusual, also those of which an open alarm prevents another. */
export async function markUnusualDays(tx: Tx, ids: readonly number[]): Promise<void> {
  const rule = accessRules.find(({ kind }) => kind === 'unusual_access');
  if (rule === undefined) throw new Error('There is no rule of unusual days.');
  await sql`
    UPDATE access_counts c SET is_unusual = true FROM (${selectUnusual(rule, ids)}) u
    WHERE c.subject = 'account:' || u.subject AND c.day = u.day AND NOT c.is_unusual`.execute(tx);
}

/**
 * Marks as usual what the account of an alarm opened since its day. Returns false if there is nothing to mark.
 */
export async function markDaysUsual(tx: Tx, alarmId: string): Promise<boolean> {
  const { rows } = await sql<{ isMarked: boolean }>`SELECT mark_days_usual(${alarmId}) AS "isMarked"`.execute(tx);
  return rows[0]?.isMarked ?? false;
}

/**
 * Deletes counts of more than 31 days ago, which no rule compares any more, and the exams of more than two days ago, to
 * which no event is added any more.
 */
export async function purgeAccessCounts(context: DbContext): Promise<void> {
  const today = sql<string>`(app_now() AT TIME ZONE 'UTC')::date`;
  await context.db.within(systemScope('alarms'), async (tx) => {
    await tx.deleteFrom('access_counts').where('day', '<', sql<string>`${today} - 31`).execute();
    await tx.deleteFrom('opened_exams').where('day', '<', sql<string>`${today} - 2`).execute();
  });
}
