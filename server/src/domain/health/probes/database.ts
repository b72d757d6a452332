import { newId } from '../../../platform/ids/ids.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Probe } from '../probe.ts';
import { writeAndRead } from '../store.ts';

/** Inserts, reads and deletes a row in a transaction that commits, so a full disk shows here too. */
export function databaseProbe(context: Pick<AppContext, 'db' | 'clock' | 'random'>): Probe {
  return {
    name: 'database',
    failureCode: 'database-failed',
    slow: { afterMs: 500, finding: 'database-slow' },
    async check() {
      const id = newId(context.clock, context.random);
      const isFound = await context.db.within(systemScope('health'), (tx) => writeAndRead(tx, id));
      if (!isFound) throw new Error('The inserted row was not found.');
      return { code: 'database-well', params: {} };
    },
  };
}
