import { chainScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Anchor } from '../anchors/anchor.ts';
import { deriveChainKeys } from './chain-keys.ts';
import { becomeChainWriter, findHead } from './store.ts';
import { findLastKnown, writeCheckpoint } from './write-checkpoint.ts';

/**
 * Signs, after a restore, that the chain continues from the backup's last record. Checkpoints of the lost period then
 * count as no fault. Its number is above all that `anchors` have. The restore stays visible: each verification names it as a
 * fault unless the operator says that it is known. The restore calls this once, before the
 * application serves requests. Returns the record's number.
 */
export async function resumeChain(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'reachFaultPoint' | 'settings'>,
  anchors: readonly Pick<Anchor, 'signed'>[] = [],
): Promise<number> {
  const keys = deriveChainKeys(context.keys);
  return await context.db.within(chainScope(), async (tx) => {
    await becomeChainWriter(tx);
    const head = await findHead(tx);
    if (head === null) return 0;
    const last = await findLastKnown(context, tx, keys);
    const anchored = anchors.map(({ signed }) => signed).filter((signed) => signed !== null);
    await writeCheckpoint(context, tx, keys, { head, last, isRestored: true, anchored });
    return head.seq;
  });
}
