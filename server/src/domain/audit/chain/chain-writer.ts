import { withTimeout } from '../../../platform/concurrency/timeouts.ts';
import type { AppContext } from '../../core/context.ts';
import type { AnchorWatch } from '../anchors/anchor-watch.ts';
import { chainBatch, maxBatchSize } from './chain-batch.ts';
import { deriveChainKeys } from './chain-keys.ts';
import { ChainRollbackError, writeCheckpointIfDue } from './write-checkpoint.ts';

const reportEveryMs = 3_600_000;
// events must be chained within 10 s also while a place of anchors hangs
const maxWaitMs = 2_000;

/**
 * Creates the task that runs each second: chains all unchained events in batches and writes a checkpoint if it is due.
 * Does not sign before every place of anchors was read, nor while the chain lacks what an anchor has: then it calls
 * `onRollback` at once and each hour.
 */
export function createChainWriter(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'reachFaultPoint' | 'settings'>,
  { watch, onRollback }: { watch: AnchorWatch; onRollback: () => void },
): () => Promise<void> {
  const keys = deriveChainKeys(context.keys);
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (error: unknown) => {
    const now = context.clock.now().getTime();
    if (error instanceof ChainRollbackError && now - reportedAt >= reportEveryMs) {
      reportedAt = now;
      onRollback();
    }
    throw error;
  };
  return async () => {
    let chainedCount: number;
    do {
      chainedCount = await chainBatch(context, keys);
      const { anchors, unread } = await withTimeout(maxWaitMs, watch.read(), watch.last);
      if (unread.length === 0) await writeCheckpointIfDue(context, keys, anchors, watch.restores).catch(report);
    } while (chainedCount >= maxBatchSize);
  };
}
