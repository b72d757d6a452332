import type { SupportMessage } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { showMessage } from './show.ts';
import { findSupportMessage, listReplies, lockSupportMessage, type SupportRow } from './store.ts';

/** One message with its answers. Fails with `not_found`. */
export async function readMessage(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
): Promise<SupportMessage> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    const message = await show(portal, tx, id);
    await record(tx, {
      event: 'support_message_opened',
      ...askedBy(asking),
      object: { kind: 'support_message', id },
      details: asking.background ? { background: true } : {},
    });
    return message;
  });
}

/** Does something with a message that nobody else changes meanwhile; answers the message as it is then. */
export async function withMessage(
  portal: Portal,
  scope: AdminScope,
  id: string,
  act: (tx: Tx, row: SupportRow) => Promise<void>,
): Promise<SupportMessage> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    await lockSupportMessage(tx, id);
    const row = await findSupportMessage(tx, id);
    if (row === null) throw new Fault('not_found');
    await act(tx, row);
    return await show(portal, tx, id);
  });
}

async function show(portal: Portal, tx: Reader, id: string): Promise<SupportMessage> {
  const row = await findSupportMessage(tx, id);
  if (row === null) throw new Fault('not_found');
  return showMessage(portal.keys, row, await listReplies(tx, id));
}
