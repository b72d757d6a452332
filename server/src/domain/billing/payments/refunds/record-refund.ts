import { Fault } from '@medcloud/contract/faults';
import { isUuid, newId } from '../../../../platform/ids/ids.ts';
import { record } from '../../../audit/record/record.ts';
import type { AdminPrincipal, RequestContext } from '../../../authorization/principal.ts';
import type { AdminScope } from '../../../authorization/scope.ts';
import { type AppContext, today } from '../../../core/context.ts';
import { notifyClients } from '../../../core/notify-clients.ts';
import { causeOf } from '../../cause.ts';
import { refundedPostings } from '../../ledger/postings.ts';
import { insertEntry } from '../../ledger/store.ts';
import { lockSubscription } from '../../subscriptions/store.ts';
import { findOwedRefund } from './owed-refunds.ts';

/**
 * Records that the operator transferred what a credit note gives back. Throws `not_found` for a note that gives back nothing
 * by transfer, `invalid_state` if its transfer is recorded.
 */
export async function recordRefund(
  context: Pick<AppContext, 'db' | 'clock' | 'random' | 'settings'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  creditNoteId: string,
): Promise<void> {
  if (!isUuid(creditNoteId)) throw new Fault('not_found');
  const { clock, random } = context;
  await context.db.within(scope, async (tx) => {
    const found = await findOwedRefund(tx, creditNoteId);
    if (found === null) throw new Fault('not_found');
    const { userId, cents } = found;
    await lockSubscription(tx, userId);
    if ((await findOwedRefund(tx, creditNoteId))?.isSent !== false) throw new Fault('invalid_state');
    const entry = { id: newId(clock, random), day: today(context), userId, actor: request.principal.userId };
    const postings = refundedPostings(userId, cents, 'bank');
    await insertEntry(tx, { ...entry, kind: 'refunded', source: 'refund', sourceId: creditNoteId, postings });
    await record(tx, {
      event: 'refund_made',
      ...causeOf(request).audit,
      object: { kind: 'invoice', id: creditNoteId },
      details: { user: userId, cents },
    });
    await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  });
}
