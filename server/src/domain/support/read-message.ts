import type { SupportMessage } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext, KeyContext } from '../core/context.ts';
import type { Reader, Tx } from '../database.ts';
import { showMessage } from './show.ts';
import { findSupportMessage, listReplies, lockSupportMessage, type SupportRow } from './store.ts';

/** Returns one message with its answers, and logs that it was read. Throws `not_found`. */
export async function readMessage(
  context: KeyContext,
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

/** Changes a message with its row locked, and returns the message afterwards. Throws `not_found`. */
export async function withMessage(
  context: KeyContext,
  scope: AdminScope,
  id: string,
  change: (tx: Tx, row: SupportRow) => Promise<void>,
): Promise<SupportMessage> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    await lockSupportMessage(tx, id);
    const row = await findSupportMessage(tx, id);
    if (row === null) throw new Fault('not_found');
    await change(tx, row);
    return await show(context, tx, id);
  });
}

async function show(context: Pick<AppContext, 'keys'>, tx: Reader, id: string): Promise<SupportMessage> {
  const row = await findSupportMessage(tx, id);
  if (row === null) throw new Fault('not_found');
  return showMessage(context.keys, row, await listReplies(tx, id));
}
