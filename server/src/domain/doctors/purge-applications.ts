import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { clearApplications } from './confirmations.ts';

/** Forgets applications whose e-mail nobody confirmed within a day. */
export async function purgeApplications(context: Pick<AppContext, 'db'>): Promise<number> {
  return await context.db.within(systemScope('sweep'), clearApplications);
}
