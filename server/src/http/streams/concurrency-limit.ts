import { Fault } from '@medcloud/contract/faults';
import { toUnavailableFault } from '../../platform/db/database.ts';
import type { DistributedLimit } from '../../platform/throttle/distributed-limit.ts';

/** Limits concurrent transfers of a kind: per holder over all nodes, and for all holders on this node. */
export interface ConcurrencyLimit {
  /** Acquires a slot for the holder and returns its release function. Throws `rate_limited` if none is free. */
  acquire(holder: string): Promise<() => Promise<void>>;
}

export interface ConcurrencyLimitOptions {
  kind: 'uploads' | 'downloads';
  maxPerHolder: number;
  maxPerNode: number;
  /** A validation code (`issueCode`). */
  reason: string;
}

// A client that switches nodes right after a response may find its slot still taken on the first node.
const waitMs = 300;

/**
 * Creates a limit. Security 2.4: uploads 3 per center, 50 per node; downloads 4 per doctor, or per session of a center.
 */
export function createConcurrencyLimit(
  distributedLimit: DistributedLimit,
  { kind, maxPerHolder, maxPerNode, reason }: ConcurrencyLimitOptions,
): ConcurrencyLimit {
  const running = new Map<string, number>();
  let total = 0;
  const createFault = () => new Fault('rate_limited', { reason, retryAfterSeconds: 10 });
  const add = (holder: string, change: 1 | -1) => {
    total += change;
    const holderCount = (running.get(holder) ?? 0) + change;
    if (holderCount === 0) running.delete(holder);
    else running.set(holder, holderCount);
  };
  return {
    async acquire(holder) {
      if ((running.get(holder) ?? 0) >= maxPerHolder || total >= maxPerNode) throw createFault();
      add(holder, 1);
      try {
        const release = await distributedLimit.acquire(`${kind} ${holder}`, maxPerHolder, waitMs);
        if (release === null) throw createFault();
        return async () => {
          add(holder, -1);
          await release();
        };
      } catch (error) {
        add(holder, -1);
        throw toUnavailableFault(error);
      }
    },
  };
}
