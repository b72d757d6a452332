import type { SupportMessage } from '@medcloud/contract';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import { announce } from '../portal/announce.ts';
import type { Portal } from '../portal/portal.ts';
import { withMessage } from './read-message.ts';
import { markClosed } from './store.ts';

/** Closes a message without an answer, or after it (open, answered -> closed). Again: no effect. Fails with `not_found`. */
export async function closeMessage(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
): Promise<SupportMessage> {
  return await withMessage(portal, scope, id, async (tx, row) => {
    if (!(await markClosed(tx, id, asking.who.userId))) return;
    await record(tx, {
      event: 'support_message_closed',
      ...askedBy(asking),
      object: { kind: 'support_message', id },
      details: { before: row.state },
    });
    await announce(tx, { kind: 'support', ids: [id], to: { admins: true } });
  });
}
