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
import { causeOf } from '../cause.ts';
import { moveDues } from '../dues/store.ts';
import { encryptReason } from '../encrypted-texts.ts';
import { findDocument } from '../invoices/document-reads.ts';
import { writeOffPostings } from '../ledger/postings.ts';
import { findOpenCents } from '../ledger/reads.ts';
import { insertEntry } from '../ledger/store.ts';
import { setPeriodKind } from '../subscriptions/period-store.ts';
import { restoreAccess } from '../subscriptions/restore-access.ts';
import { lockSubscription } from '../subscriptions/store.ts';

type WriteOffContext = Pick<AppContext, 'db' | 'clock' | 'random' | 'settings' | 'keys' | 'events'>;

/** Fees that a bank took from a transfer. A higher amount is given up by a credit note. */
const maxCents = 500;

/**
 * Gives up a small amount of an invoice, 5.00 euros in all at most. Throws `not_found`, and `too_much` if less is open or
 * more was given up.
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
      if (cents > open || cents + (await findWrittenOff(tx, invoiceId)) > maxCents) throw new Fault('too_much');
      const id = newId(context.clock, context.random);
      const reasonEncrypted = encryptReason(context.keys, id, reason, context.random);
      const entry = { id, day: today(context), userId, sourceId: id, actor: request.principal.userId };
      const postings = writeOffPostings(userId, { invoiceId, cents });
      await insertEntry(tx, { ...entry, kind: 'written_off', source: 'write_off', reasonEncrypted, postings });
      const paid = open === cents ? [invoiceId] : [];
      await setPeriodKind(tx, await moveDues(tx, paid, { from: 'open', to: 'paid' }), 'paid');
      await restoreAccess(context, tx, causeOf(request), userId);
      await record(tx, {
        event: 'written_off',
        ...causeOf(request).audit,
        object: { kind: 'invoice', id: invoiceId },
        details: { user: userId, cents },
      });
      await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
      return id;
    });
  });
}

/** Returns what was given up of an invoice, in cents. */
async function findWrittenOff(tx: Tx, invoiceId: string): Promise<number> {
  const rows = await tx
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_entries as e', 'e.id', 'p.entry_id')
    .select('p.cents')
    .where('p.invoice_id', '=', invoiceId)
    .where('e.kind', '=', 'written_off')
    .limit(maxCents)
    .execute();
  return rows.reduce((sum, { cents }) => sum - cents, 0);
}
