import type { AppContext } from '../../core/context.ts';
import { chainBatch, maxBatchSize } from './chain-batch.ts';
import { deriveChainKeys } from './chain-keys.ts';
import { writeCheckpointIfDue } from './write-checkpoint.ts';

/** What the clock calls each second: seals what waits, a batch at a time, and signs the chain where it is due. */
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
