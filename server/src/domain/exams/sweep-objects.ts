import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { findOrphans } from './store.ts';

const batch = 500;

/**
 * Removes what no exam owns: files of uploads that ended before their row was committed, and partial files. Only what is
 * older than `olderThanMs` (24 hours; shorter in tests), so that an upload under way is never touched. Returns how many.
 */
export async function sweepObjects(
  portal: Pick<Portal, 'db' | 'objects' | 'clock'>,
  olderThanMs: number,
): Promise<number> {
  const before = portal.clock.now().getTime() - olderThanMs;
  let removed = 0;
  let ids: string[] = [];
  const flush = async () => {
    const orphans = await portal.db.within(systemScope('sweep'), (tx) => findOrphans(tx, ids));
    for (const id of orphans) await portal.objects.remove(id);
    removed += orphans.length;
    ids = [];
  };
  for await (const stored of portal.objects.list()) {
    if (stored.modifiedAt.getTime() > before) continue;
    ids.push(stored.id);
    if (ids.length === batch) await flush();
  }
  if (ids.length > 0) await flush();
  return removed;
}
