import type { Breach } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext, KeyContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Reader, Tx } from '../database.ts';
import { showBreach } from './show.ts';
import { type BreachRow, findBreach, lockBreach } from './store.ts';

/** Finds a record. Throws `not_found`. */
export async function getBreach(tx: Reader, id: string): Promise<BreachRow> {
  const row = isUuid(id) ? await findBreach(tx, id) : null;
  if (row === null) throw new Fault('not_found');
  return row;
}

/**
 * Changes a record with its row locked, and returns it afterwards. `change` returns false if there was nothing to do.
 * Throws `not_found`.
 */
export async function withBreach(
  context: KeyContext,
  scope: AdminScope,
  id: string,
  change: (tx: Tx, row: BreachRow) => Promise<boolean>,
): Promise<Breach> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    await lockBreach(tx, id);
    if (await change(tx, await getBreach(tx, id))) await notifyOfBreach(tx, id);
    return await showCurrent(context, tx, id);
  });
}

/** Tells open pages of administrators that a record changed. */
export async function notifyOfBreach(tx: Tx, id: string): Promise<void> {
  await notifyClients(tx, { kind: 'breach', ids: [id], to: { admins: true } });
}

/** Returns a record as it is now. Throws `not_found`. */
export async function showCurrent({ keys }: Pick<AppContext, 'keys'>, tx: Reader, id: string): Promise<Breach> {
  return showBreach(keys, await getBreach(tx, id));
}
