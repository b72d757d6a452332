import { systemScope } from '../../authorization/authorize.ts';
import type { DbContext } from '../../core/context.ts';
import { clearApplications } from './confirmations.ts';

/** Clears applications whose email was not confirmed within a day. */
export async function purgeApplications(context: DbContext): Promise<number> {
  return await context.db.within(systemScope('sweep'), clearApplications);
}
