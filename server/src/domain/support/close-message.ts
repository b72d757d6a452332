import type { SupportMessage } from '@medcloud/contract';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { KeyContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import { withMessage } from './read-message.ts';
import { markClosed } from './store.ts';

/** Closes a message, answered or not (open, answered -> closed). Closing again changes nothing. Throws `not_found`. */
export async function closeMessage(
  context: KeyContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<SupportMessage> {
  return await withMessage(context, scope, id, async (tx, row) => {
    if (!(await markClosed(tx, id, request.principal.userId))) return;
    await record(tx, {
      event: 'support_message_closed',
      ...toAuditFields(request),
      object: { kind: 'support_message', id },
      details: { before: row.state },
    });
    await notifyClients(tx, { kind: 'support', ids: [id], to: { admins: true } });
  });
}
