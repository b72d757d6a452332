import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { forgetApplications } from './confirmation-store.ts';

/** Forgets applications whose e-mail nobody confirmed within a day. */
export async function emptyApplications(portal: Pick<Portal, 'db'>): Promise<number> {
  return await portal.db.within(systemScope('sweep'), forgetApplications);
}
