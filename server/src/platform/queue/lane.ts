import type pg from 'pg';
import type { Random } from '../ids/random.ts';
import { isKeyTaken } from './dead-jobs.ts';
import type { Leases } from './leases.ts';
import type { JobHandler, Report } from './queue.ts';
import { awaitNextTurn, type ClaimedJob, claimJobs, finishJob, nextDueMs, returnJob } from './statements.ts';
import { backOff, type QueueTiming } from './timing.ts';

export interface LaneSurroundings {
  pool: pg.Pool;
  leases: Leases;
  timing: QueueTiming;
  random: Random;
  report: Report;
  offsetMs: () => number;
}

// A due row that nobody can claim is locked by the transaction that pulls it forward: ask again 10 times a second.
const lockedWaitMs = 100;

/** Claims jobs of some kinds and runs them, so many at once. */
export class Lane {
  readonly #handlers: ReadonlyMap<string, JobHandler>;
  readonly #concurrency: () => number;
  readonly #around: LaneSurroundings;
  readonly #running = new Set<Promise<void>>();
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #mayHaveMore = false;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(handlers: ReadonlyMap<string, JobHandler>, concurrency: () => number, around: LaneSurroundings) {
    this.#handlers = handlers;
    this.#concurrency = concurrency;
    this.#around = around;
  }

  handles(kind: string): boolean {
    return this.#handlers.has(kind);
  }

  /** Takes what is due. Called again meanwhile, it looks once more afterwards. */
  look(): void {
    if (this.#isStopped) return;
    this.#lookAgain = true;
    this.#looking ??= this.#lookUntilQuiet();
  }

  /** Takes nothing more, and waits for the jobs running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#running);
  }

  async #lookUntilQuiet(): Promise<void> {
    clearTimeout(this.#timer);
    let waitMs = this.#around.timing.pollMs;
    while (this.#lookAgain && !this.#isStopped) {
      this.#lookAgain = false;
      waitMs = await this.#claim();
    }
    this.#looking = undefined;
    if (!this.#isStopped) this.#timer = setTimeout(() => this.look(), waitMs);
  }

  /** Starts as many due jobs as there is room for, and returns the milliseconds until the next look. */
  async #claim(): Promise<number> {
    const { pool, timing, report } = this.#around;
    const limit = this.#concurrency() - this.#running.size;
    if (limit <= 0) {
      this.#mayHaveMore = true;
      return timing.pollMs;
    }
    try {
      const kinds = [...this.#handlers.keys()];
      const offsetMs = this.#around.offsetMs();
      const jobs = await claimJobs(pool, { kinds, limit, leaseMs: timing.leaseMs, offsetMs });
      for (const job of jobs) this.#start(job);
      this.#mayHaveMore = jobs.length === limit;
      if (this.#mayHaveMore) return timing.pollMs;
      return this.#nextLook(await nextDueMs(pool, kinds, offsetMs));
    } catch (error) {
      report({ event: 'database_failed', error });
      return timing.pollMs;
    }
  }

  #nextLook(dueMs: number | null): number {
    const { pollMs } = this.#around.timing;
    if (dueMs === null) return pollMs;
    return dueMs <= 0 ? Math.min(lockedWaitMs, pollMs) : Math.min(Math.ceil(dueMs), pollMs);
  }

  #start(job: ClaimedJob): void {
    const run = this.#run(job).then((mustLook) => {
      this.#running.delete(run);
      if (mustLook || this.#mayHaveMore) this.look();
    });
    this.#running.add(run);
  }

  /** Runs a job and settles it. True when the table holds something new to look at, such as the job itself. */
  async #run(job: ClaimedJob): Promise<boolean> {
    const failure = await this.#attempt(job);
    try {
      if (failure) return await this.#putBack(job, failure.error);
      const isSettled = job.isRepeating
        ? await awaitNextTurn(this.#around.pool, job, null, this.#around.offsetMs())
        : await finishJob(this.#around.pool, job);
      if (!isSettled) this.#around.report({ event: 'lease_lost', job });
      return job.isRepeating;
    } catch (error) {
      // The lease lapses and the job runs again.
      this.#around.report({ event: 'database_failed', error });
      return false;
    }
  }

  async #attempt(job: ClaimedJob): Promise<{ error: unknown } | null> {
    // Every worker that took it was lost: it may be what kills them.
    if (job.attempt > job.maxAttempts) return { error: new WorkersLost() };
    const handler = this.#handlers.get(job.kind);
    if (!handler) return { error: new Error(`No handler for ${job.kind}`) };
    const signal = this.#around.leases.hold(job);
    try {
      const { id, kind, payload, attempt, isLastAttempt } = job;
      await handler({ id, kind, payload, attempt, isLastAttempt }, signal);
      return null;
    } catch (error) {
      return { error };
    } finally {
      this.#around.leases.release(job);
    }
  }

  async #putBack(job: ClaimedJob, error: unknown): Promise<boolean> {
    const { pool, report, offsetMs } = this.#around;
    const state = job.isRepeating
      ? (await awaitNextTurn(pool, job, describe(error), offsetMs())) && 'waiting'
      : await this.#returnOrDrop(job, error);
    if (state) report({ event: 'job_failed', job, error, isDead: state === 'dead' });
    else report({ event: 'lease_lost', job });
    return state === 'waiting';
  }

  /** A failed job whose key a newer one waits under leaves its work to that. */
  async #returnOrDrop(job: ClaimedJob, error: unknown): Promise<'waiting' | 'dead' | null> {
    const { pool, timing, random, offsetMs } = this.#around;
    const delayMs = offsetMs() + backOff(job.attempt, timing.backOffMs, timing.backOffCapMs, random);
    try {
      return await returnJob(pool, job, describe(error), delayMs);
    } catch (refusal) {
      if (!isKeyTaken(refusal)) throw refusal;
      return (await finishJob(pool, job)) ? 'waiting' : null;
    }
  }
}

class WorkersLost extends Error {
  override name = 'WorkersLost';
}

/** An error's name and code: its text may hold a patient's data. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.name}${code}`.slice(0, 200);
}
