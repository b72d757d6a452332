import type { SupportMessage } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { showMessage } from './show.ts';
import { findSupportMessage, listReplies, lockSupportMessage, type SupportRow } from './store.ts';

/** One message with its answers. Fails with `not_found`. */
export async function readMessage(
  context: AppContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<SupportMessage> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    const message = await show(context, tx, id);
    await record(tx, {
      event: 'support_message_opened',
      ...toAuditFields(request),
      object: { kind: 'support_message', id },
      details: request.isBackground ? { background: true } : {},
    });
    return message;
  });
}

/** Does something with a message that nobody else changes meanwhile; answers the message as it is then. */
export async function withMessage(
  context: AppContext,
  scope: AdminScope,
  id: string,
  act: (tx: Tx, row: SupportRow) => Promise<void>,
): Promise<SupportMessage> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    await lockSupportMessage(tx, id);
    const row = await findSupportMessage(tx, id);
    if (row === null) throw new Fault('not_found');
    await act(tx, row);
    return await show(context, tx, id);
  });
}

async function show(context: AppContext, tx: Reader, id: string): Promise<SupportMessage> {
  const row = await findSupportMessage(tx, id);
  if (row === null) throw new Fault('not_found');
  return showMessage(context.keys, row, await listReplies(tx, id));
}
