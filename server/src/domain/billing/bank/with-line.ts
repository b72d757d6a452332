import type { BankLineEntry } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { showLines } from './show.ts';
import { findLine, type LineRow, lockLine } from './store.ts';

/** Changes a line with its row locked, and returns it afterwards. Throws `not_found`. */
export async function withLine(
  { db }: DbContext,
  scope: AdminScope,
  id: string,
  change: (tx: Tx, line: LineRow) => Promise<void>,
): Promise<BankLineEntry> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await db.within(scope, async (tx) => {
    const line = await lockLine(tx, id);
    if (line === null) throw new Fault('not_found');
    await change(tx, line);
    await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
    const after = await findLine(tx, id);
    const [shown] = after === null ? [] : await showLines(tx, [after]);
    if (shown === undefined) throw new Fault('not_found');
    return shown;
  });
}
