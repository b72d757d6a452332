import { chainScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { deriveChainKeys } from './chain-keys.ts';
import { becomeChainWriter, findHead } from './store.ts';
import { findLastKnown, writeCheckpoint } from './write-checkpoint.ts';

/**
 * Signs, after a restore, that the chain continues from the backup's last record. Checkpoints of the lost period then
 * count as no fault. The restore stays visible: every verification counts it. The restore calls this once, before the
 * application serves requests. Returns the record's number.
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
    await writeCheckpoint(context, tx, keys, { head, last, isRestored: true });
    return head.seq;
  });
}
