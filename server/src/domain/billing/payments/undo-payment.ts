import { Fault } from '@medcloud/contract/faults';
import { isUuid, newId } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type AppContext, today } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { type BillingCause, causeOf } from '../cause.ts';
import { moveDues } from '../dues/store.ts';
import { encryptReason } from '../encrypted-texts.ts';
import { allocationPostings, divideOver, receiptPostings, reversePostings } from '../ledger/postings.ts';
import { findCredit, listPaidInvoices } from '../ledger/reads.ts';
import { insertEntry } from '../ledger/store.ts';
import { setPeriodKind } from '../subscriptions/period-store.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { findPayment } from './store.ts';

type UndoContext = Pick<AppContext, 'clock' | 'random' | 'settings' | 'keys'>;

/** Undoes a payment that an administrator recorded by mistake. Throws `not_found`, `invalid_state` if it is undone. */
export async function undoPayment(
  context: UndoContext & Pick<AppContext, 'db'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  reason: string,
): Promise<void> {
  if (!isUuid(id)) throw new Fault('not_found');
  await context.db.within(scope, async (tx) => {
    await withIdempotency(tx, request, async () => {
      await returnPayment(context, tx, causeOf(request), id, reason);
      return id;
    });
  });
}

/**
 * Takes a payment out of the books by another entry. Invoices that its money paid are open again, the latest first, as
 * far as the account has no other money. Access stays. Throws `not_found`, `invalid_state` if it is undone already or was
 * made by card.
 */
export async function returnPayment(
  context: UndoContext,
  tx: Tx,
  cause: BillingCause,
  id: string,
  reason: string | null,
): Promise<void> {
  const found = await findPayment(tx, id);
  if (found === null) throw new Fault('not_found');
  // a card's payment is refunded, or its bank takes it back
  if (found.driver === 'stripe') throw new Fault('invalid_state');
  const { userId, cents } = found;
  await lockSubscription(tx, userId);
  if ((await findPayment(tx, id))?.isUndone !== false) throw new Fault('invalid_state');
  const { clock, random, keys } = context;
  const entry = { day: today(context), userId, source: 'payment', sourceId: id, actor: cause.actor } as const;
  const entryId = newId(clock, random);
  const reasonEncrypted = reason === null ? null : encryptReason(keys, entryId, reason, random);
  const returned = reversePostings(receiptPostings(userId, cents));
  await insertEntry(tx, { ...entry, id: entryId, kind: 'returned', reasonEncrypted, postings: returned });
  await reopenInvoices(context, tx, entry);
  await record(tx, {
    event: 'payment_undone',
    ...cause.audit,
    object: { kind: 'payment', id },
    details: { user: userId, cents },
  });
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
}

/** Takes the money that the account no longer has from the invoices that it paid. */
export async function reopenInvoices(
  { clock, random }: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  entry: { day: string; userId: string; source: 'payment' | 'dispute'; sourceId: string; actor: string | null },
): Promise<void> {
  const { userId } = entry;
  const missing = -(await findCredit(tx, userId));
  if (missing <= 0) return;
  const parts = divideOver(missing, await listPaidInvoices(tx, userId));
  const postings = reversePostings(allocationPostings(userId, parts));
  await insertEntry(tx, { ...entry, id: newId(clock, random), kind: 'deallocated', postings });
  const dues = await moveDues(
    tx,
    parts.map(({ invoiceId }) => invoiceId),
    { from: 'paid', to: 'open' },
  );
  await setPeriodKind(tx, dues, 'invoiced');
}
