import type pg from 'pg';
import type { Report } from './queue.ts';
import { type ClaimedJob, extendLeases } from './statements.ts';

interface ActiveLease {
  job: ClaimedJob;
  controller: AbortController;
  /** Goes off when no heartbeat has kept the lease for its whole length. */
  expiryTimer: NodeJS.Timeout;
}

/** The leases of the jobs running in this process, prolonged together in one statement. */
export class Leases {
  readonly #active = new Map<string, ActiveLease>();
  readonly #pool: pg.Pool;
  readonly #leaseMs: number;
  readonly #report: Report;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, leaseMs: number, report: Report) {
    this.#pool = pool;
    this.#leaseMs = leaseMs;
    this.#report = report;
  }

  /** Keeps the lease of `job` from now on; the signal aborts when it is lost. */
  acquire(job: ClaimedJob): AbortSignal {
    const controller = new AbortController();
    const expiryTimer = setTimeout(() => controller.abort(), this.#leaseMs);
    this.#active.set(job.lease, { job, controller, expiryTimer });
    // A third of the lease: two heartbeats may fail before it lapses.
    this.#heartbeat ??= setInterval(() => this.#extend(), this.#leaseMs / 3);
    return controller.signal;
  }

  release(job: ClaimedJob): void {
    clearTimeout(this.#active.get(job.lease)?.expiryTimer);
    this.#active.delete(job.lease);
    if (this.#active.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }

  async #extend(): Promise<void> {
    const jobs = [...this.#active.values()].map((active) => active.job);
    try {
      const extended = await extendLeases(this.#pool, jobs, this.#leaseMs);
      // A lease not kept is another's: its job's signal aborts when it would have lapsed.
      for (const lease of extended) this.#active.get(lease)?.expiryTimer.refresh();
    } catch (error) {
      this.#report({ event: 'database_failed', error });
    }
  }
}
