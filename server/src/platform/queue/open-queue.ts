import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { ScopedStatements } from '../db/database.ts';
import type { Random } from '../ids/random.ts';
import { countJobs, listDeadJobs, retryDeadJob } from './dead-jobs.ts';
import { Leases } from './leases.ts';
import { Listener } from './listener.ts';
import type { DeadJob, JobCounts, JobHandler, NewJob, Queue, QueueTransaction, Report } from './queue.ts';
import { addJobs, addRepeatingJob } from './statements.ts';
import { defaultTiming, type QueueTiming } from './timing.ts';
import { QueueWorker, type QueueWorkerOptions } from './worker.ts';

export interface QueueOptions {
  /** Its login owns the table `jobs`. */
  statements: ScopedStatements;
  /** A connected client outside the statements, for LISTEN. */
  connect: () => Promise<pg.Client>;
  random: Random;
  report: Report;
  /** Milliseconds that a test's clock is ahead of the database's; 0 outside tests. */
  clockOffsetMs?: () => number;
  timing?: Partial<QueueTiming>;
}

/** Opens the queue on the table of migration 006. Runs nothing before `work` or `every`. */
export function openQueue(options: QueueOptions): Queue {
  return new PostgresQueue(options);
}

class PostgresQueue implements Queue {
  readonly #options: QueueWorkerOptions;
  readonly #listener: Listener;
  readonly #workers: QueueWorker[] = [];
  readonly #repeats = new Map<string, JobHandler>();
  readonly #stopping = new AbortController();
  #listening: Promise<void> | undefined;
  #scheduling = Promise.resolve();
  /** Repeating jobs whose row is not created yet. */
  #unscheduled = 0;

  constructor({ statements, connect, random, report, clockOffsetMs = () => 0, timing = {} }: QueueOptions) {
    const allTiming = { ...defaultTiming, ...timing };
    const leases = new Leases(statements, allTiming.leaseMs, report);
    this.#options = { statements, leases, timing: allTiming, random, report, offsetMs: clockOffsetMs };
    const onKind = (kind: string) => this.#pollWorkers(this.#workers.filter((worker) => worker.canHandle(kind)));
    this.#listener = new Listener({ connect, onKind, onListening: () => this.poll(), random, report });
  }

  add(tx: QueueTransaction, ...jobs: NewJob[]): Promise<void> {
    return addJobs(tx, jobs);
  }

  async work(handlers: Record<string, JobHandler>, { concurrency = 4, prefetch = 0 } = {}): Promise<void> {
    await this.#open(new Map(Object.entries(handlers)), () => concurrency, prefetch);
  }

  every(name: string, intervalMs: number, handler: () => Promise<void>): void {
    const kind = `every:${name}`;
    const isFirst = this.#repeats.size === 0;
    this.#repeats.set(kind, handler);
    this.#unscheduled += 1;
    // one after the other: together, the jobs of a start would open a connection each
    this.#scheduling = this.#scheduling.then(() => this.#schedule(kind, intervalMs, isFirst));
  }

  poll(): void {
    this.#pollWorkers(this.#workers);
  }

  listDead(limit: number): Promise<DeadJob[]> {
    return listDeadJobs(this.#options.statements, limit);
  }

  retry(id: string): Promise<boolean> {
    return retryDeadJob(this.#options.statements, id);
  }

  countJobs(): Promise<JobCounts> {
    const kinds = this.#workers.flatMap((worker) => worker.kinds);
    return countJobs(this.#options.statements, kinds);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#workers.map((worker) => worker.stop()), this.#listener.stop()]);
  }

  #pollWorkers(workers: QueueWorker[]): void {
    for (const worker of workers) worker.poll();
  }

  async #open(handlers: ReadonlyMap<string, JobHandler>, concurrency: () => number, prefetch: number): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const worker = new QueueWorker(handlers, { concurrency, prefetch }, this.#options);
    this.#workers.push(worker);
    this.#listening ??= this.#listener.start();
    await this.#listening;
    worker.poll();
  }

  /** Creates the repeating job's row, retrying until the database accepts it. Polls after the last one. */
  async #schedule(kind: string, intervalMs: number, isFirst: boolean): Promise<void> {
    if (isFirst) await this.#open(this.#repeats, () => this.#repeats.size, 0);
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await addRepeatingJob(this.#options.statements, kind, intervalMs, this.#options.offsetMs());
        this.#unscheduled -= 1;
        if (this.#unscheduled === 0) this.poll();
        return;
      } catch (error) {
        this.#options.report({ event: 'database_failed', error });
        await wait(this.#options.timing.pollMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
