import { issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
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
import { findDocument } from '../invoices/document-reads.ts';
import { writeOffPostings } from '../ledger/postings.ts';
import { findOpenCents, findWrittenOff } from '../ledger/reads.ts';
import { insertEntry } from '../ledger/store.ts';
import { setPeriodKind } from '../subscriptions/period-store.ts';
import { restoreAccess } from '../subscriptions/restore-access.ts';
import { lockSubscription } from '../subscriptions/store.ts';

type WriteOffContext = Pick<AppContext, 'db' | 'clock' | 'random' | 'settings' | 'keys' | 'events'>;

/** Fees that a bank took from a transfer. A higher amount is given up by a credit note. */
const maxCents = 500;

/**
 * Gives up a small amount of an invoice, 5.00 euros in all at most. Throws `not_found`, `too_much` if less is open,
 * `validation` above the limit.
 */
export async function writeOff(
  context: WriteOffContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  { invoiceId, cents, reason }: { invoiceId: string; cents: number; reason: string },
): Promise<void> {
  if (!isUuid(invoiceId)) throw createFieldFault('invoiceId', issueCode('choice_unknown'));
  await context.db.within(scope, async (tx) => {
    await withIdempotency(tx, request, async () => {
      const document = await findDocument(tx, invoiceId);
      if (document === null) throw new Fault('not_found');
      const { userId } = document;
      await lockSubscription(tx, userId);
      const open = await findOpenCents(tx, invoiceId);
      if (cents > open) throw new Fault('too_much');
      if (cents + (await findWrittenOff(tx, invoiceId)) > maxCents)
        throw createFieldFault('cents', issueCode('write_off_limit'));
      const id = await giveUp(context, tx, causeOf(request), { userId, invoiceId, cents, reason });
      await restoreAccess(context, tx, causeOf(request), userId);
      await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
      return id;
    });
  });
}

/** Takes an amount out of what is owed of an invoice, which the caller checked. Returns the entry's id. */
export async function giveUp(
  { clock, random, settings, keys }: Pick<AppContext, 'clock' | 'random' | 'settings' | 'keys'>,
  tx: Tx,
  cause: BillingCause,
  { userId, invoiceId, cents, reason }: { userId: string; invoiceId: string; cents: number; reason: string },
): Promise<string> {
  const id = newId(clock, random);
  const reasonEncrypted = encryptReason(keys, id, reason, random);
  const entry = { id, day: today({ clock, settings }), userId, sourceId: id, actor: cause.actor };
  const postings = writeOffPostings(userId, { invoiceId, cents });
  await insertEntry(tx, { ...entry, kind: 'written_off', source: 'write_off', reasonEncrypted, postings });
  const paid = (await findOpenCents(tx, invoiceId)) === 0 ? [invoiceId] : [];
  await setPeriodKind(tx, await moveDues(tx, paid, { from: 'open', to: 'paid' }), 'paid');
  await record(tx, {
    event: 'written_off',
    ...cause.audit,
    object: { kind: 'invoice', id: invoiceId },
    details: { user: userId, cents },
  });
  return id;
}
