import { factorRemovalScope, systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { removeFactorsWithin } from '../remove-factors.ts';
import type { SecurityMailContext } from '../send-security-mail.ts';
import { listDueResets, takeReset } from './store.ts';

/** Few accounts lose a factor at once; the next run takes the others. */
const batchSize = 50;

/** Removes the second factors whose day has passed, each in a transaction of its own. Returns how many. */
export async function carryOutResets(context: SecurityMailContext & Pick<AppContext, 'db'>): Promise<number> {
  const due = await context.db.within(systemScope('factor-removal'), (tx) => listDueResets(tx, batchSize));
  let count = 0;
  for (const email of due) {
    await context.db.within(factorRemovalScope(email), async (tx) => {
      if (!(await takeReset(tx))) return; // stopped meanwhile, or taken by another node
      const removed = await removeFactorsWithin(context, tx, email);
      if (removed !== null) await notifyClients(tx, { kind: 'account', ids: [removed.id], to: { admins: true } });
      count += 1;
    });
  }
  return count;
}
