import type { AdminScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import { type AdminFigures, countForAdmin } from './store.ts';

/** Returns the figures of the whole installation. */
export async function adminDashboard(context: DbContext, scope: AdminScope): Promise<AdminFigures> {
  return await context.db.within(scope, countForAdmin);
}
