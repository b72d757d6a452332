import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { failStale } from './store.ts';

/** Empties messages whose job is gone and whose time is over: no text lies about longer than it is of use. */
export async function failStaleMessages(context: Pick<AppContext, 'db'>): Promise<number> {
  return await context.db.within(systemScope('outbox'), failStale);
}
