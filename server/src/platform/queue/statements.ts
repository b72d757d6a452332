import { sql } from 'kysely';
import type { ScopedStatements } from '../db/database.ts';
import { jobsChannel } from './jobs-channel.ts';
import type { Job, NewJob, QueueTransaction } from './queue.ts';

/** A job with the lease of its worker. */
export interface ClaimedJob extends Job {
  lease: string;
  maxAttempts: number;
  isRepeating: boolean;
}

/**
 * Adds jobs in the caller's transaction and notifies the workers when it commits. Locks a waiting job of the same kind
 * and key until then, so no worker starts it before the caller's changes are visible.
 */
export async function addJobs(tx: QueueTransaction, jobs: readonly NewJob[]): Promise<void> {
  // the payload as text: a record's JSON null would be none
  const rows = jobs.map(({ payload, maxAttempts = 10, ...job }) => ({
    ...{ ...job, payload: JSON.stringify(payload), maxAttempts },
  }));
  await sql`
    SELECT add_job(kind, payload::jsonb, key, "runAt", "maxAttempts"), pg_notify(${jobsChannel}, kind)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS job (kind text, payload text, key text, "runAt" timestamptz, "maxAttempts" integer)`.execute(tx);
}

/**
 * Creates the single row of a repeating job, due at once. A shorter interval also changes a waiting row. `offsetMs`: a
 * test's clock is ahead by as much.
 */
export async function addRepeatingJob(
  statements: ScopedStatements,
  kind: string,
  everyMs: number,
  offsetMs: number,
): Promise<void> {
  await statements.query(
    `INSERT INTO jobs (kind, payload, every_ms, max_attempts) VALUES ($1, 'null', $2, 2147483647)
     ON CONFLICT (kind) WHERE every_ms IS NOT NULL DO UPDATE SET every_ms = excluded.every_ms,
       due_at = CASE jobs.state WHEN 'waiting'
         THEN least(jobs.due_at, now() + (excluded.every_ms + $3::float8) * interval '1 ms') ELSE jobs.due_at END`,
    [kind, everyMs, offsetMs],
  );
}

export interface Claim {
  kinds: readonly string[];
  limit: number;
  leaseMs: number;
  /** Milliseconds that a test's clock is ahead. Leases use the database's time. */
  offsetMs: number;
}

/** Claims due jobs, and running ones whose lease has expired. Skips locked rows. */
export async function claimJobs(statements: ScopedStatements, claim: Claim): Promise<ClaimedJob[]> {
  const { rows } = await statements.query<ClaimedJob>({
    name: 'jobs-claim',
    text: `
      WITH due AS (
        SELECT id FROM jobs
        WHERE state <> 'dead' AND due_at <= now() + $3::float8 * interval '1 ms'
          AND (state = 'waiting' OR due_at <= now()) AND kind = ANY ($1)
        ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
      )
      UPDATE jobs SET state = 'running', attempts = attempts + 1, lease = gen_random_uuid(),
        due_at = now() + $4::float8 * interval '1 ms'
      FROM due WHERE jobs.id = due.id
      RETURNING jobs.id::text AS id, kind, payload, attempts AS attempt, lease, max_attempts AS "maxAttempts",
        every_ms IS NOT NULL AS "isRepeating", every_ms IS NULL AND attempts >= max_attempts AS "isLastAttempt"`,
    values: [claim.kinds, claim.limit, claim.offsetMs, claim.leaseMs],
  });
  return rows;
}

/**
 * Returns the milliseconds until the next job of these kinds is due, 0 or less if one is due; null if there is none.
 */
export async function nextDueMs(
  statements: ScopedStatements,
  kinds: readonly string[],
  offsetMs: number,
): Promise<number | null> {
  const { rows } = await statements.query<{ ms: number }>({
    name: 'jobs-next',
    text: `
      SELECT extract(epoch FROM due_at - now())::float8 * 1000
        - CASE state WHEN 'waiting' THEN $2::float8 ELSE 0 END AS ms
      FROM jobs WHERE state <> 'dead' AND kind = ANY ($1) ORDER BY due_at, id LIMIT 1`,
    values: [kinds, offsetMs],
  });
  return rows[0]?.ms ?? null;
}

/** Extends the leases that are still valid and returns them. The jobs of the others belong to other workers. */
export async function extendLeases(
  statements: ScopedStatements,
  jobs: ClaimedJob[],
  leaseMs: number,
): Promise<Set<string>> {
  const { rows } = await statements.query<{ lease: string }>({
    name: 'jobs-extend',
    text: `
      UPDATE jobs SET due_at = now() + $3::float8 * interval '1 ms'
      FROM unnest($1::bigint[], $2::uuid[]) AS held (id, lease)
      WHERE jobs.id = held.id AND jobs.lease = held.lease
      RETURNING jobs.lease`,
    values: [jobs.map((job) => job.id), jobs.map((job) => job.lease), leaseMs],
  });
  return new Set(rows.map((row) => row.lease));
}

/** Deletes a finished job. Returns false if the lease was lost. */
export async function finishJob(statements: ScopedStatements, job: ClaimedJob): Promise<boolean> {
  const { rowCount } = await statements.query({
    name: 'jobs-finish',
    text: 'DELETE FROM jobs WHERE id = $1 AND lease = $2',
    values: [job.id, job.lease],
  });
  return rowCount === 1;
}

/** Gives back claimed jobs that were not begun, due now, as if they had not been claimed. Leaves those of other leases. */
export async function releaseJobs(statements: ScopedStatements, jobs: readonly ClaimedJob[]): Promise<void> {
  await statements.query(
    `UPDATE jobs SET state = 'waiting', lease = NULL, attempts = attempts - 1, due_at = now()
     FROM unnest($1::bigint[], $2::uuid[]) AS held (id, lease)
     WHERE jobs.id = held.id AND jobs.lease = held.lease`,
    [jobs.map((job) => job.id), jobs.map((job) => job.lease)],
  );
}

/** Schedules the next run of a repeating job. Returns false if the lease was lost. */
export async function scheduleNextRun(
  statements: ScopedStatements,
  job: ClaimedJob,
  lastError: string | null,
  offsetMs: number,
): Promise<boolean> {
  const { rowCount } = await statements.query(
    `UPDATE jobs SET state = 'waiting', lease = NULL, attempts = 0, last_error = $3,
       due_at = now() + (every_ms + $4::float8) * interval '1 ms'
     WHERE id = $1 AND lease = $2`,
    [job.id, job.lease, lastError, offsetMs],
  );
  return rowCount === 1;
}

/** Schedules a failed job again, or makes it dead after its last attempt. Returns null if the lease was lost. */
export async function returnJob(
  statements: ScopedStatements,
  job: ClaimedJob,
  lastError: string,
  delayMs: number,
): Promise<'waiting' | 'dead' | null> {
  const { rows } = await statements.query<{ state: 'waiting' | 'dead' }>(
    `UPDATE jobs SET state = CASE WHEN attempts >= max_attempts THEN 'dead' ELSE 'waiting' END, lease = NULL,
       last_error = $3, due_at = now() + CASE WHEN attempts >= max_attempts THEN 0 ELSE $4::float8 END * interval '1 ms'
     WHERE id = $1 AND lease = $2
     RETURNING state`,
    [job.id, job.lease, lastError, delayMs],
  );
  return rows[0]?.state ?? null;
}
