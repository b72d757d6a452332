import { systemScope } from '../authorization/authorize.ts';
import type { DbContext } from '../core/context.ts';
import { failStale } from './store.ts';

/** Ends expired messages whose job is gone, and deletes their text. Returns their number. */
export async function failStaleMessages(context: DbContext): Promise<number> {
  return await context.db.within(systemScope('sweep'), failStale);
}
