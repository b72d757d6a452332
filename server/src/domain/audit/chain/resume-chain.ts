import { chainScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { deriveChainKeys } from './chain-keys.ts';
import { becomeChainWriter, findHead } from './store.ts';
import { findLastKnown, writeCheckpoint } from './write-checkpoint.ts';

/**
 * After a restore: signs that the trail goes on from the record that the backup ends with, so that checkpoints of the lost
 * time do not stand against it. The restore stays to be seen: every verification counts it. Whoever restores calls this once,
 * before the portal serves. Answers the record.
 */
export async function resumeChain(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'reachFaultPoint' | 'settings'>,
): Promise<number> {
  const keys = deriveChainKeys(context.keys);
  return await context.db.within(chainScope(), async (tx) => {
    await becomeChainWriter(tx);
    const head = await findHead(tx);
    if (head === null) return 0;
    const last = await findLastKnown(context, tx, keys);
    await writeCheckpoint(context, tx, keys, { head, last, restored: true });
    return head.seq;
  });
}
