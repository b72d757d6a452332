import type { Random } from '../ids/random.ts';

export interface QueueTiming {
  /** Duration of a lease without a heartbeat. A killed worker's job runs again after it. */
  leaseMs: number;
  /** Poll interval when no notification arrives. */
  pollMs: number;
  /** The wait after the first failure; it doubles with each further one. */
  backOffMs: number;
  maxBackOffMs: number;
}

/**
 * A killed worker's job must run again within 60 s (decision 004): 30 s of lease plus at most one poll interval. Ten
 * attempts wait between 4 and 9 minutes in total.
 */
export const defaultTiming: Readonly<QueueTiming> = {
  leaseMs: 30_000,
  pollMs: 5_000,
  backOffMs: 1_000,
  maxBackOffMs: 300_000,
};

/**
 * Returns the wait after failure number `failures` (1 is the first): doubled each time up to the maximum, then a random
 * value of its upper half.
 */
export function backOff(failures: number, firstMs: number, maxMs: number, random: Random): number {
  // 2^30 ms is above any maximum and keeps the product a safe integer.
  const fullMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  const halfMs = Math.floor(fullMs / 2);
  return fullMs - random.int(halfMs + 1);
}
