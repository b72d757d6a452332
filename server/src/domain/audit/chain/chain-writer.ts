import type { AppContext } from '../../core/context.ts';
import { chainBatch, maxBatchSize } from './chain-batch.ts';
import { deriveChainKeys } from './chain-keys.ts';
import { writeCheckpointIfDue } from './write-checkpoint.ts';

/**
 * Creates the task that runs each second: chains all unchained events in batches and writes a checkpoint if it is due.
 */
export function createChainWriter(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'reachFaultPoint' | 'settings'>,
): () => Promise<void> {
  const keys = deriveChainKeys(context.keys);
  return async () => {
    let chainedCount: number;
    do {
      chainedCount = await chainBatch(context, keys);
      await writeCheckpointIfDue(context, keys);
    } while (chainedCount >= maxBatchSize);
  };
}
