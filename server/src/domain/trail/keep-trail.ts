import type { Portal } from '../portal/portal.ts';
import { sealBatch, sealedAtOnce } from './seal-events.ts';
import { trailKeys } from './trail-keys.ts';
import { writeCheckpointIfDue } from './write-checkpoint.ts';

/** What the clock calls each second: seals what waits, a batch at a time, and signs the chain where it is due. */
export function trailKeeper(
  portal: Pick<Portal, 'db' | 'keys' | 'clock' | 'crashPoint' | 'settings'>,
): () => Promise<void> {
  const keys = trailKeys(portal.keys);
  return async () => {
    let sealed: number;
    do {
      sealed = await sealBatch(portal, keys);
      await writeCheckpointIfDue(portal, keys);
    } while (sealed >= sealedAtOnce);
  };
}
