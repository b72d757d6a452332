import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Random } from '../ids/random.ts';
import { countJobs, listDeadJobs, retryDeadJob } from './dead-jobs.ts';
import { Lane, type LaneSurroundings } from './lane.ts';
import { Leases } from './leases.ts';
import { Listener } from './listener.ts';
import type { DeadJob, Enqueue, JobCounts, JobHandler, Queue, QueueTransaction, Report } from './queue.ts';
import { addJob, addRepeatingJob } from './statements.ts';
import { type QueueTiming, usualTiming } from './timing.ts';

export interface QueueOptions {
  /** Its login owns the table of jobs. */
  pool: pg.Pool;
  /** A connected client outside the pool, for LISTEN. */
  connect: () => Promise<pg.Client>;
  random: Random;
  report: Report;
  /** Milliseconds that a test's clock is ahead of the database's; 0 outside tests. */
  clockOffsetMs?: () => number;
  timing?: Partial<QueueTiming>;
}

/** The queue in the table of migration 006. Nothing runs before `work` or `every`. */
export function openQueue(options: QueueOptions): Queue {
  return new PostgresQueue(options);
}

class PostgresQueue implements Queue {
  readonly #around: LaneSurroundings;
  readonly #listener: Listener;
  readonly #lanes: Lane[] = [];
  readonly #repeats = new Map<string, JobHandler>();
  readonly #stopping = new AbortController();
  #listening: Promise<void> | undefined;

  constructor({ pool, connect, random, report, clockOffsetMs = () => 0, timing = {} }: QueueOptions) {
    const allTiming = { ...usualTiming, ...timing };
    const leases = new Leases(pool, allTiming.leaseMs, report);
    this.#around = { pool, leases, timing: allTiming, random, report, offsetMs: clockOffsetMs };
    const onKind = (kind: string) => this.#look(this.#lanes.filter((lane) => lane.handles(kind)));
    this.#listener = new Listener({ connect, onKind, onListening: () => this.look(), random, report });
  }

  add(tx: QueueTransaction, job: Enqueue): Promise<void> {
    return addJob(tx, job);
  }

  async work(handlers: Record<string, JobHandler>, { concurrency = 4 } = {}): Promise<void> {
    await this.#open(new Map(Object.entries(handlers)), () => concurrency);
  }

  every(name: string, intervalMs: number, handler: () => Promise<void>): void {
    const kind = `every:${name}`;
    const isFirst = this.#repeats.size === 0;
    this.#repeats.set(kind, handler);
    void this.#schedule(kind, intervalMs, isFirst);
  }

  look(): void {
    this.#look(this.#lanes);
  }

  dead(limit: number): Promise<DeadJob[]> {
    return listDeadJobs(this.#around.pool, limit);
  }

  retry(id: string): Promise<boolean> {
    return retryDeadJob(this.#around.pool, id);
  }

  counts(): Promise<JobCounts> {
    return countJobs(this.#around.pool);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#lanes.map((lane) => lane.stop()), this.#listener.stop()]);
  }

  #look(lanes: Lane[]): void {
    for (const lane of lanes) lane.look();
  }

  async #open(handlers: ReadonlyMap<string, JobHandler>, concurrency: () => number): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const lane = new Lane(handlers, concurrency, this.#around);
    this.#lanes.push(lane);
    this.#listening ??= this.#listener.start();
    await this.#listening;
    lane.look();
  }

  /** Makes the repeating job's row, trying until the database takes it, and has its lane look. */
  async #schedule(kind: string, intervalMs: number, isFirst: boolean): Promise<void> {
    if (isFirst) await this.#open(this.#repeats, () => this.#repeats.size);
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await addRepeatingJob(this.#around.pool, kind, intervalMs);
        return this.look();
      } catch (error) {
        this.#around.report({ event: 'database_failed', error });
        await wait(this.#around.timing.pollMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
