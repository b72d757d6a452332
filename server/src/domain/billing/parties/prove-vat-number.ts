import { issueCode, type VatProof } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type AppContext, today } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { causeOf } from '../cause.ts';
import { refreshRequests } from '../dues/refresh-requests.ts';
import { issueWaitingOf } from '../dunning/issue-waiting.ts';
import type { SettleContext } from '../payments/settle-account.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { findBillingParty } from './own-party.ts';

/** Since then businesses of the EU have VAT numbers for trade between countries. */
const firstProof = '1993-01-01';

/**
 * Records an administrator's proof that an account's VAT number of another EU country is valid, and issues what waited for
 * VIES. It holds until the number changes. Throws `not_found`, `validation` for a day that cannot be, `invalid_state` for billing
 * details whose tax no proof decides.
 */
export async function proveVatNumber(
  context: SettleContext & Pick<AppContext, 'db'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  userId: string,
  { text, provedOn }: VatProof,
): Promise<void> {
  if (!isUuid(userId)) throw new Fault('not_found');
  if (provedOn > today(context)) throw createFieldFault('provedOn', issueCode('time_future'));
  if (provedOn < firstProof) throw createFieldFault('provedOn', issueCode('vat_proof_old'));
  await context.db.within(scope, async (tx) => {
    await lockSubscription(tx, userId);
    const party = await findBillingParty(context, tx, userId);
    if (party === null) throw new Fault('not_found');
    if (!party.needsVies) throw new Fault('invalid_state');
    await tx
      .updateTable('billing_parties')
      .set({ vat_proved_on: provedOn, vat_proof_text: text, vat_proved_by: request.principal.userId })
      .where('user_id', '=', userId)
      .execute();
    await record(tx, {
      event: 'vat_number_proved',
      ...toAuditFields(request),
      object: { kind: 'user', id: userId },
      details: { provedOn },
    });
    await refreshRequests(context, tx, causeOf(request), userId);
    await issueWaitingOf(context, tx, userId);
    await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  });
}
