import { chainScope } from '../../authorization/authorize.ts';
import type { StorageContext } from '../../core/context.ts';
import { findFirstEventTime } from './store.ts';
import type { ChainFault } from './verdict.ts';

// The first start writes its first event minutes after the store got its label.
const firstEventWithinMs = 3_600_000;

/**
 * Returns a fault if the log begins long after the installation. The time of the installation is in the label of the file store, a UUIDv7
 * (RFC 9562), which is outside the database. Null also if the store has no label.
 */
export async function findLateStart({ db, objects }: StorageContext): Promise<ChainFault | null> {
  const label = await objects.readLabel();
  if (label === undefined) return null;
  const installedAt = Number.parseInt(label.replaceAll('-', '').slice(0, 12), 16);
  const first = await db.within(chainScope(), findFirstEventTime);
  if (first !== null && first.getTime() - installedAt <= firstEventWithinMs) return null;
  return { kind: 'late-start', installedAt: new Date(installedAt).toISOString(), first: first?.toISOString() ?? null };
}
