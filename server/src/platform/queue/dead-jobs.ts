import pg from 'pg';
import type { ScopedStatements } from '../db/database.ts';
import { jobsChannel } from './jobs-channel.ts';
import type { DeadJob, JobCounts } from './queue.ts';

/** Lists the dead jobs, latest first, without payloads. */
export async function listDeadJobs(statements: ScopedStatements, limit: number): Promise<DeadJob[]> {
  const { rows } = await statements.query<DeadJob>(
    `SELECT id::text AS id, kind, key, attempts, last_error AS "lastError", created_at AS "createdAt", due_at AS "diedAt"
     FROM jobs WHERE state = 'dead' ORDER BY due_at DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

/**
 * Enqueues a dead job again, due now, with all attempts. If another job with its key is waiting, deletes the dead job
 * instead. Returns false if there is no such dead job.
 */
export async function retryDeadJob(statements: ScopedStatements, id: string): Promise<boolean> {
  try {
    return await requeue(statements, id);
  } catch (error) {
    if (!isKeyTaken(error)) throw error;
    const { rowCount } = await statements.query(`DELETE FROM jobs WHERE id = $1 AND state = 'dead'`, [id]);
    return rowCount === 1;
  }
}

async function requeue(statements: ScopedStatements, id: string): Promise<boolean> {
  const { rowCount } = await statements.query(
    `WITH revived AS (
       UPDATE jobs SET state = 'waiting', attempts = 0, due_at = now()
       WHERE id = $1 AND state = 'dead' RETURNING kind
     )
     SELECT pg_notify($2, kind) FROM revived`,
    [id, jobsChannel],
  );
  return rowCount === 1;
}

/** Returns whether a statement failed because another job with the same key is waiting. */
export function isKeyTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'jobs_waiting_key';
}

/**
 * Counts the jobs in each state, and returns by how many milliseconds the oldest due one of these kinds is late. Others
 * wait for another node, or for a setting that was removed.
 */
export async function countJobs(statements: ScopedStatements, kinds: readonly string[]): Promise<JobCounts> {
  const { rows } = await statements.query<JobCounts>(
    `SELECT count(*) FILTER (WHERE state = 'waiting')::integer AS waiting,
       count(*) FILTER (WHERE state = 'running')::integer AS running,
       count(*) FILTER (WHERE state = 'dead')::integer AS dead,
       greatest(0, coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE state = 'waiting' AND kind = ANY ($1))), 0))
         ::float8 * 1000 AS "overdueMs"
     FROM jobs`,
    [kinds],
  );
  return rows[0] ?? { waiting: 0, running: 0, dead: 0, overdueMs: 0 };
}
