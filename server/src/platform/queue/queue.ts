import type { QueryExecutorProvider } from 'kysely';
import type { JsonValue } from '../db/json.ts';

/** A Kysely connection with the caller's open transaction, for any schema type. */
export type QueueTransaction = QueryExecutorProvider;

export interface Job {
  id: string;
  kind: string;
  /** Parsed JSON: the handler checks its shape. */
  payload: unknown;
  /** 1 for the first run. */
  attempt: number;
  /** If this run fails, the job is dead. */
  isLastAttempt: boolean;
}

export interface NewJob {
  kind: string;
  /** Ids only, because it is stored unencrypted. */
  payload: JsonValue;
  /**
   * At most one job per kind and key waits. Adding a second one moves the first to the earlier of both times. It starts
   * only after the second transaction, so it sees that transaction's changes. A running job does not count as waiting.
   */
  key?: string;
  runAt?: Date;
  /** Default 10. After this many failed runs or lost workers, the job is dead. */
  maxAttempts?: number;
}

/**
 * Runs a job. If it throws, the job runs again later. It must be idempotent, because a worker can die after the work
 * and before finishing the job. The signal aborts when the job's lease is lost: another worker may run it then.
 */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<void>;

export interface DeadJob {
  id: string;
  kind: string;
  key: string | null;
  attempts: number;
  /** The last error's name and code, never its text. */
  lastError: string | null;
  createdAt: Date;
  diedAt: Date;
}

export interface JobCounts {
  waiting: number;
  running: number;
  dead: number;
  /** Milliseconds since the oldest due job of a kind that this node runs became due; 0 if none is due. */
  overdueMs: number;
}

export interface Queue {
  /** Adds jobs in the caller's transaction. They run if and only if that commits. */
  add(tx: QueueTransaction, ...jobs: NewJob[]): Promise<void>;
  /**
   * Starts a worker for jobs of these kinds, at most `concurrency` (default 4) at once on this node. Each call starts a
   * separate worker, so slow kinds do not delay quick ones. `prefetch` (default 0): so many more are claimed ahead, which
   * saves a statement for each of many short jobs. If the node is killed, they wait for the end of their leases.
   */
  work(handlers: Record<string, JobHandler>, options?: { concurrency?: number; prefetch?: number }): Promise<void>;
  /**
   * Runs `handler` at once if it never ran, then `intervalMs` after the end of each run, on one node at a time. Reports
   * a failed run and waits for the next one.
   */
  every(name: string, intervalMs: number, handler: () => Promise<void>): void;
  /** Polls for due jobs now, such as after a test moved the clock. */
  poll(): void;
  /** Lists the dead jobs, latest first. */
  listDead(limit: number): Promise<DeadJob[]>;
  /** Runs a dead job again with all its attempts. Returns false if there is no such dead job. */
  retry(id: string): Promise<boolean>;
  countJobs(): Promise<JobCounts>;
  /** Claims no new job and waits for the running ones, which keep their leases. */
  stop(): Promise<void>;
}

/** Events for the log and the alarms. */
export type QueueEvent =
  | { event: 'job_failed'; job: Job; error: unknown; isDead: boolean }
  /** Finished or failed too late: another worker has the job, so the result was dropped. */
  | { event: 'lease_lost'; job: Job }
  /** The database rejected a statement or is down. Leases and polling recover from it. */
  | { event: 'database_failed'; error: unknown }
  | { event: 'listener_lost'; error: unknown };

export type Report = (event: QueueEvent) => void;
