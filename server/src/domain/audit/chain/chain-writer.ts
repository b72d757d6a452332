import type { AppContext } from '../../core/context.ts';
import type { AnchorWatch } from '../anchors/anchor-watch.ts';
import { chainBatch, maxBatchSize } from './chain-batch.ts';
import { deriveChainKeys } from './chain-keys.ts';
import { ChainRollbackError, writeCheckpointIfDue } from './write-checkpoint.ts';

const reportEveryMs = 3_600_000;

/**
 * Creates the task that runs each second: chains all unchained events in batches and writes a checkpoint if it is due.
 * Does not sign while the chain lacks what an anchor has, and calls `onRollback` at once and then each hour.
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
      await writeCheckpointIfDue(context, keys, (await watch.read()).anchors).catch(report);
    } while (chainedCount >= maxBatchSize);
  };
}
