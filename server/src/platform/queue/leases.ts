import type { ScopedStatements } from '../db/database.ts';
import type { Report } from './queue.ts';
import { type ClaimedJob, extendLeases } from './statements.ts';

interface ActiveLease {
  job: ClaimedJob;
  controller: AbortController;
  /** Fires if no heartbeat has extended the lease for its full duration. */
  expiryTimer: NodeJS.Timeout;
}

/** The leases of the jobs running in this process. One statement extends them all. */
export class Leases {
  readonly #active = new Map<string, ActiveLease>();
  readonly #statements: ScopedStatements;
  readonly #leaseMs: number;
  readonly #report: Report;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(statements: ScopedStatements, leaseMs: number, report: Report) {
    this.#statements = statements;
    this.#leaseMs = leaseMs;
    this.#report = report;
  }

  /** Extends the lease of `job` from now on. Returns a signal that aborts when the lease is lost. */
  acquire(job: ClaimedJob): AbortSignal {
    const controller = new AbortController();
    const expiryTimer = setTimeout(() => controller.abort(), this.#leaseMs);
    this.#active.set(job.lease, { job, controller, expiryTimer });
    // A third of the lease: two heartbeats may fail before it expires.
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
      const extended = await extendLeases(this.#statements, jobs, this.#leaseMs);
      // Another worker may claim the job once the lease expires, so abort the job's signal at that moment.
      for (const lease of extended) this.#active.get(lease)?.expiryTimer.refresh();
    } catch (error) {
      this.#report({ event: 'database_failed', error });
    }
  }
}
