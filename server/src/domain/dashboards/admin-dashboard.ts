import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { type AdminFigures, countForAdmin } from './store.ts';

/** The portal's figures. */
export async function adminDashboard(context: AppContext, scope: AdminScope): Promise<AdminFigures> {
  return await context.db.within(scope, countForAdmin);
}
