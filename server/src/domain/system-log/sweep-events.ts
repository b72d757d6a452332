import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { sweepEvents } from './store.ts';

/** Removes what the system log need not keep any longer, and answers how many entries that was. */
export async function sweepSystemLog(portal: Pick<Portal, 'db'>): Promise<number> {
  return await portal.db.within(systemScope('sweep'), sweepEvents);
}
