import type { ScopedStatements } from '../db/database.ts';
import type { Random } from '../ids/random.ts';
import { isKeyTaken } from './dead-jobs.ts';
import type { Leases } from './leases.ts';
import type { JobHandler, Report } from './queue.ts';
import {
  type ClaimedJob,
  claimJobs,
  finishJob,
  nextDueMs,
  releaseJobs,
  returnJob,
  scheduleNextRun,
} from './statements.ts';
import { backOff, type QueueTiming } from './timing.ts';

export interface QueueWorkerOptions {
  statements: ScopedStatements;
  leases: Leases;
  timing: QueueTiming;
  random: Random;
  report: Report;
  offsetMs: () => number;
}

// A due row that cannot be claimed is locked by the transaction that changes its time: poll 10 times a second.
const lockedWaitMs = 100;

/** A claimed job, and the signal that aborts when its lease is lost. */
interface HeldJob {
  job: ClaimedJob;
  signal: AbortSignal;
}

/** Claims jobs of some kinds, at most `prefetch` ahead, and runs at most `concurrency` of them at once. */
export class QueueWorker {
  readonly #handlers: ReadonlyMap<string, JobHandler>;
  readonly #limits: { concurrency: () => number; prefetch: number };
  readonly #options: QueueWorkerOptions;
  readonly #running = new Set<Promise<void>>();
  /** Claimed and not begun. */
  readonly #held: HeldJob[] = [];
  #polling: Promise<void> | undefined;
  #shouldPollAgain = false;
  #mayHaveMore = false;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    handlers: ReadonlyMap<string, JobHandler>,
    limits: { concurrency: () => number; prefetch: number },
    options: QueueWorkerOptions,
  ) {
    this.#handlers = handlers;
    this.#limits = limits;
    this.#options = options;
  }

  get kinds(): string[] {
    return [...this.#handlers.keys()];
  }

  canHandle(kind: string): boolean {
    return this.#handlers.has(kind);
  }

  /** Claims due jobs. A call during a poll causes one more poll afterwards. */
  poll(): void {
    if (this.#isStopped) return;
    this.#shouldPollAgain = true;
    this.#polling ??= this.#pollUntilIdle();
  }

  /** Claims no more jobs and waits for the running ones. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
    await this.#releaseHeld();
    await Promise.all(this.#running);
  }

  async #releaseHeld(): Promise<void> {
    const jobs = this.#held.splice(0).map(({ job }) => job);
    if (jobs.length === 0) return;
    for (const job of jobs) this.#options.leases.release(job);
    // if it fails, the leases expire and the jobs run then
    await releaseJobs(this.#options.statements, jobs).catch((error: unknown) =>
      this.#options.report({ event: 'database_failed', error }),
    );
  }

  async #pollUntilIdle(): Promise<void> {
    clearTimeout(this.#timer);
    let waitMs = this.#options.timing.pollMs;
    while (this.#shouldPollAgain && !this.#isStopped) {
      this.#shouldPollAgain = false;
      waitMs = await this.#claim();
    }
    this.#polling = undefined;
    if (!this.#isStopped) this.#timer = setTimeout(() => this.poll(), waitMs);
  }

  /** Claims due jobs up to the limits and starts them. Returns the milliseconds until the next poll. */
  async #claim(): Promise<number> {
    const { statements, timing, report } = this.#options;
    const { concurrency, prefetch } = this.#limits;
    const limit = concurrency() + prefetch - this.#running.size - this.#held.length;
    if (limit <= 0) {
      this.#mayHaveMore = true;
      return timing.pollMs;
    }
    try {
      const kinds = [...this.#handlers.keys()];
      const offsetMs = this.#options.offsetMs();
      const jobs = await claimJobs(statements, { kinds, limit, leaseMs: timing.leaseMs, offsetMs });
      for (const job of jobs) this.#held.push({ job, signal: this.#options.leases.acquire(job) });
      this.#startHeld();
      this.#mayHaveMore = jobs.length === limit;
      if (this.#mayHaveMore) return timing.pollMs;
      return this.#nextPollMs(await nextDueMs(statements, kinds, offsetMs));
    } catch (error) {
      report({ event: 'database_failed', error });
      return timing.pollMs;
    }
  }

  #nextPollMs(dueMs: number | null): number {
    const { pollMs } = this.#options.timing;
    if (dueMs === null) return pollMs;
    return dueMs <= 0 ? Math.min(lockedWaitMs, pollMs) : Math.min(Math.ceil(dueMs), pollMs);
  }

  #startHeld(): void {
    while (!this.#isStopped && this.#running.size < this.#limits.concurrency()) {
      const held = this.#held.shift();
      if (held === undefined) return;
      // lost while it was held: it is claimed again
      if (held.signal.aborted) this.#options.leases.release(held.job);
      else this.#start(held);
    }
  }

  #start(held: HeldJob): void {
    const run = this.#run(held).then((shouldPoll) => {
      this.#running.delete(run);
      this.#startHeld();
      if (shouldPoll || (this.#mayHaveMore && this.#held.length === 0)) this.poll();
    });
    this.#running.add(run);
  }

  /** Runs a job and records its result. Returns true if another poll is needed, such as for this job's next run. */
  async #run({ job, signal }: HeldJob): Promise<boolean> {
    const failure = await this.#attempt(job, signal).finally(() => this.#options.leases.release(job));
    try {
      if (failure) return await this.#reschedule(job, failure.error);
      const isSettled = job.isRepeating
        ? await scheduleNextRun(this.#options.statements, job, null, this.#options.offsetMs())
        : await finishJob(this.#options.statements, job);
      if (!isSettled) this.#options.report({ event: 'lease_lost', job });
      return job.isRepeating;
    } catch (error) {
      // The lease expires and the job runs again.
      this.#options.report({ event: 'database_failed', error });
      return false;
    }
  }

  async #attempt(job: ClaimedJob, signal: AbortSignal): Promise<{ error: unknown } | null> {
    // All workers that ran this job were lost. The job may be the cause.
    if (job.attempt > job.maxAttempts) return { error: new WorkersLostError() };
    const handler = this.#handlers.get(job.kind);
    if (!handler) return { error: new Error(`No handler for ${job.kind}`) };
    try {
      const { id, kind, payload, attempt, isLastAttempt } = job;
      await handler({ id, kind, payload, attempt, isLastAttempt }, signal);
      return null;
    } catch (error) {
      return { error };
    }
  }

  async #reschedule(job: ClaimedJob, error: unknown): Promise<boolean> {
    const { statements, report, offsetMs } = this.#options;
    const state = job.isRepeating
      ? (await scheduleNextRun(statements, job, describe(error), offsetMs())) && 'waiting'
      : await this.#returnOrFinish(job, error);
    if (state) report({ event: 'job_failed', job, error, isDead: state === 'dead' });
    else report({ event: 'lease_lost', job });
    return state === 'waiting';
  }

  /** Schedules a failed job again, or deletes it if a newer job with its key waits. */
  async #returnOrFinish(job: ClaimedJob, error: unknown): Promise<'waiting' | 'dead' | null> {
    const { statements, timing, random, offsetMs } = this.#options;
    const delayMs = offsetMs() + backOff(job.attempt, timing.backOffMs, timing.maxBackOffMs, random);
    try {
      return await returnJob(statements, job, describe(error), delayMs);
    } catch (conflict) {
      if (!isKeyTaken(conflict)) throw conflict;
      return (await finishJob(statements, job)) ? 'waiting' : null;
    }
  }
}

class WorkersLostError extends Error {
  override name = 'WorkersLost';
}

/** Returns an error's name and code, not its message, which may contain patient data. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.name}${code}`.slice(0, 200);
}
