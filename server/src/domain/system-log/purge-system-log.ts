import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { purgeEvents } from './store.ts';

/** Removes what the system log need not keep any longer, and answers how many entries that was. */
export async function purgeSystemLog(context: Pick<AppContext, 'db'>): Promise<number> {
  return await context.db.within(systemScope('sweep'), purgeEvents);
}
