import type { QueryExecutorProvider } from 'kysely';
import type { JsonValue } from '../db/schema/json.ts';

/** A kysely connection with the caller's transaction open on it, whatever schema it knows. */
export type QueueTransaction = QueryExecutorProvider;

export interface Job {
  id: string;
  kind: string;
  /** Parsed JSON: the handler checks its shape. */
  payload: unknown;
  /** 1 at the first run. */
  attempt: number;
  /** No other run follows if this one fails: the job is dead then. */
  isLastAttempt: boolean;
}

export interface NewJob {
  kind: string;
  /** Ids only: it is stored as it is. */
  payload: JsonValue;
  /**
   * At most one job of this kind waits under a key. A second one is the first again, at the earlier of both times, and
   * it starts only after the second's transaction, so it sees what that committed. A job that runs is no longer waiting.
   */
  key?: string;
  runAt?: Date;
  /** 10 unless said. After as many failed runs, or workers lost, the job is dead. */
  maxAttempts?: number;
}

/**
 * Runs a job; throwing runs it again later. It may run twice (a worker can die after its work, before its receipt), so it
 * must bear that. The signal aborts when the job's lease is lost: another worker has it or soon will.
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
  /** How long the most overdue job has waited; 0 when none is. */
  overdueMs: number;
}

export interface Queue {
  /** Adds a job in the caller's transaction: it runs when, and only when, that commits. */
  add(tx: QueueTransaction, job: NewJob): Promise<void>;
  /**
   * Starts running jobs of these kinds, at most `concurrency` (4) at once here. Each call is a lane of its own, so slow
   * kinds need not hold up quick ones.
   */
  work(handlers: Record<string, JobHandler>, options?: { concurrency?: number }): Promise<void>;
  /**
   * Runs `handler` at once if it never ran, then `intervalMs` after the end of each run, on one node at a time. A run
   * that fails is reported and waits for the next turn.
   */
  every(name: string, intervalMs: number, handler: () => Promise<void>): void;
  /** Looks for due jobs now, as after a test moved the clock. */
  poll(): void;
  /** The jobs given up, the latest first. */
  listDead(limit: number): Promise<DeadJob[]>;
  /** Gives a dead job all its attempts again. False when there is no such dead job. */
  retry(id: string): Promise<boolean>;
  countJobs(): Promise<JobCounts>;
  /** Takes no new job and waits for those running, which keep their leases meanwhile. */
  stop(): Promise<void>;
}

/** What the owner of the log and of the alarms may want to know. */
export type QueueEvent =
  | { event: 'job_failed'; job: Job; error: unknown; isDead: boolean }
  /** Finished or failed too late: another worker holds the job, so the outcome was dropped. */
  | { event: 'lease_lost'; job: Job }
  /** The database refused a statement or is away; leases and the poll make up for it. */
  | { event: 'database_failed'; error: unknown }
  | { event: 'listener_lost'; error: unknown };

export type Report = (event: QueueEvent) => void;
