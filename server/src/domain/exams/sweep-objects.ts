import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { findOrphans } from './store.ts';

const batch = 500;
// What crashes leave is a handful of files. More than this, and more than half of all, means that something else is wrong.
const suspiciousOrphans = 100;

/** Most of what is stored belongs to no exam: rather a wrong or older database than the leavings of crashes. */
export class SuspiciousSweepError extends Error {
  constructor(orphans: number, looked: number) {
    super(
      `${orphans} of ${looked} stored files belong to no exam of this database, so none was removed. ` +
        'Check that this is the right database, and not one restored from an older backup.',
    );
    this.name = 'SuspiciousSweepError';
  }
}

/**
 * Removes what no exam owns: files of uploads that ended before their row was committed, and partial files. Only what is
 * older than `olderThanMs` (24 hours; shorter in tests), so that an upload under way is never touched. Returns how many.
 * Fails with `SuspiciousSweepError`, and removes nothing, where that would be most of what is stored.
 */
export async function sweepObjects(
  portal: Pick<Portal, 'db' | 'objects' | 'clock'>,
  olderThanMs: number,
): Promise<number> {
  const before = portal.clock.now().getTime() - olderThanMs;
  const orphans: string[] = [];
  let looked = 0;
  for await (const ids of olderObjects(portal, before)) {
    looked += ids.length;
    orphans.push(...(await portal.db.within(systemScope('sweep'), (tx) => findOrphans(tx, ids))));
  }
  if (orphans.length > suspiciousOrphans && orphans.length > looked / 2)
    throw new SuspiciousSweepError(orphans.length, looked);
  for (const id of orphans) await portal.objects.remove(id);
  return orphans.length;
}

async function* olderObjects({ objects }: Pick<Portal, 'objects'>, before: number): AsyncGenerator<string[]> {
  let ids: string[] = [];
  for await (const stored of objects.list()) {
    if (stored.modifiedAt.getTime() > before) continue;
    ids.push(stored.id);
    if (ids.length < batch) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}
