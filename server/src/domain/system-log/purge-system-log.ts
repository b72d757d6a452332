import { systemScope } from '../authorization/authorize.ts';
import type { DbContext } from '../core/context.ts';
import { purgeEvents } from './store.ts';

/** Deletes expired entries of the system log and returns their number. */
export async function purgeSystemLog(context: DbContext): Promise<number> {
  return await context.db.within(systemScope('sweep'), purgeEvents);
}
