import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { findOrphanObjects } from './store.ts';

const batchSize = 500;
// Crashes leave a handful of files. More than this, and more than half of all files, means another problem.
const minSuspiciousOrphans = 100;

/** Most stored objects belong to no exam: probably a wrong or older database, not the remains of crashes. */
export class SuspiciousDeletionError extends Error {
  constructor(orphanCount: number, checkedCount: number) {
    super(
      `${orphanCount} of ${checkedCount} stored files belong to no exam of this database, so none was removed. ` +
        'Check that this is the right database, and not one restored from an older backup.',
    );
    this.name = 'SuspiciousDeletionError';
  }
}

/**
 * Deletes stored objects that no exam owns: files of uploads that ended before their row was committed, and partial
 * files. Only objects older than `olderThanMs` (24 hours; shorter in tests), so running uploads stay untouched. Returns
 * the number of deleted objects. Throws `SuspiciousDeletionError` and deletes nothing if that would be most of the
 * store.
 */
export async function deleteOrphanObjects(
  context: Pick<AppContext, 'db' | 'objects' | 'clock'>,
  olderThanMs: number,
): Promise<number> {
  const before = context.clock.now().getTime() - olderThanMs;
  const orphanIds: string[] = [];
  let checkedCount = 0;
  for await (const ids of listOlderObjects(context, before)) {
    checkedCount += ids.length;
    orphanIds.push(...(await context.db.within(systemScope('sweep'), (tx) => findOrphanObjects(tx, ids))));
  }
  if (orphanIds.length > minSuspiciousOrphans && orphanIds.length > checkedCount / 2)
    throw new SuspiciousDeletionError(orphanIds.length, checkedCount);
  for (const id of orphanIds) await context.objects.remove(id);
  return orphanIds.length;
}

async function* listOlderObjects({ objects }: Pick<AppContext, 'objects'>, before: number): AsyncGenerator<string[]> {
  let ids: string[] = [];
  for await (const stored of objects.list()) {
    if (stored.modifiedAt.getTime() > before) continue;
    ids.push(stored.id);
    if (ids.length < batchSize) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}
