import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { endForgotten } from './store.ts';

/** Empties messages whose job is gone and whose time is over: no text lies about longer than it is of use. */
export async function endForgottenMessages(portal: Pick<Portal, 'db'>): Promise<number> {
  return await portal.db.within(systemScope('outbox'), endForgotten);
}
