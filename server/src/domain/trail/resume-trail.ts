import { sealingScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { becomeSealer, findHead } from './store.ts';
import { trailKeys } from './trail-keys.ts';
import { lastKnown, writeCheckpoint } from './write-checkpoint.ts';

/**
 * After a restore: signs that the trail goes on from the record that the backup ends with, so that checkpoints of the lost
 * time do not stand against it. The restore stays to be seen: every verification counts it. Whoever restores calls this once,
 * before the portal serves. Answers the record.
 */
export async function resumeTrail(
  portal: Pick<Portal, 'db' | 'keys' | 'clock' | 'crashPoint' | 'settings'>,
): Promise<number> {
  const keys = trailKeys(portal.keys);
  return await portal.db.within(sealingScope(), async (tx) => {
    await becomeSealer(tx);
    const head = await findHead(tx);
    if (head === null) return 0;
    const last = await lastKnown(portal, tx, keys);
    await writeCheckpoint(portal, tx, keys, { head, last, restored: true });
    return head.seq;
  });
}
