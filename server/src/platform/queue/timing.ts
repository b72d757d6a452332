import type { Random } from '../ids/random.ts';

export interface QueueTiming {
  /** How long a job stays with a worker that is not heard of: a killed worker's job runs again after it. */
  leaseMs: number;
  /** How often the table is looked at when no notification comes. */
  pollMs: number;
  /** The first wait after a failure; it doubles with each. */
  backOffMs: number;
  maxBackOffMs: number;
}

/**
 * A killed worker's job must run again within 60 s (decision 004): 30 s of lease, and at most one poll. Ten attempts
 * wait between 4 and 9 minutes in all.
 */
export const defaultTiming: Readonly<QueueTiming> = {
  leaseMs: 30_000,
  pollMs: 5_000,
  backOffMs: 1_000,
  maxBackOffMs: 300_000,
};

/** The wait after the given failure (1 is the first): doubled each time up to the cap, then drawn from its upper half. */
export function backOff(failures: number, firstMs: number, maxMs: number, random: Random): number {
  // 2^30 ms is past any cap, and keeps the product a safe integer.
  const fullMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  const halfMs = Math.floor(fullMs / 2);
  return fullMs - random.int(halfMs + 1);
}
