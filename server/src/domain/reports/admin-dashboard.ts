import type { AdminScope } from '../authorization/scope.ts';
import type { Portal } from '../portal/portal.ts';
import { countForPortal, type PortalFigures } from './store.ts';

/** The portal's figures. */
export async function adminDashboard(portal: Portal, scope: AdminScope): Promise<PortalFigures> {
  return await portal.db.within(scope, countForPortal);
}
