import { newId } from '../../../platform/ids/ids.ts';
import { systemScope } from '../../authorization/may.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Probe } from '../probe.ts';
import { writeAndRead } from '../store.ts';

/** The database takes a row, gives it back and lets it go, with a commit at the end: a full disk shows here too. */
export function databaseProbe(portal: Pick<Portal, 'db' | 'clock' | 'random'>): Probe {
  return {
    name: 'database',
    failed: 'database-failed',
    slow: { afterMs: 500, finding: 'database-slow' },
    async look() {
      const id = newId(portal.clock, portal.random);
      const isThere = await portal.db.within(systemScope('health'), (tx) => writeAndRead(tx, id));
      if (!isThere) throw new Error('A row that was written is not there.');
      return { code: 'database-well', params: {} };
    },
  };
}
