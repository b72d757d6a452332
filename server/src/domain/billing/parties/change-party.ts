import { type BillingParty, issueCode, type PartyChange } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { parseVatNumber } from '@medcloud/contract/vat-number';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { replaceRequestJob } from '../subscriptions/requests/replace-request.ts';
import { enqueueVatCheck } from './enqueue-vat-check.ts';
import { type CheckedParty, findBillingParty, upsertBillingParty } from './own-party.ts';

export type PartyContext = Pick<AppContext, 'queue' | 'clock' | 'settings'>;

/**
 * Replaces an account's billing details, for the next document. Throws `validation` on `vatNumber` if it is not one of
 * the address's country. The number of a business of another EU country is then checked in VIES; saving does not wait for
 * the answer. Open requests are then computed again, and what waited for the details is issued.
 */
export async function changeParty(
  context: PartyContext,
  tx: Tx,
  request: RequestContext<AuthenticatedPrincipal>,
  userId: string,
  change: PartyChange,
): Promise<void> {
  const party = checkParty(change);
  const before = await findBillingParty(context, tx, userId);
  await upsertBillingParty(tx, userId, party);
  const after = await findBillingParty(context, tx, userId);
  if (context.settings.vies !== null && after?.needsVies && after.vatState !== 'valid' && after.vatProvedOn === null)
    await enqueueVatCheck(context, tx, userId);
  const changed = changedFields(before, after);
  if (changed.length === 0) return;
  await context.queue.add(tx, { kind: replaceRequestJob, payload: { userId }, key: userId });
  await record(tx, {
    event: 'billing_details_changed',
    ...toAuditFields(request),
    object: { kind: 'user', id: userId },
    details: { changed },
  });
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
}

function checkParty(change: PartyChange): CheckedParty {
  const { kind, vatNumber, country } = change;
  if (kind === 'person' || vatNumber === undefined) return { ...change, number: null };
  const number = parseVatNumber(vatNumber, country);
  if (number === null) throw createFieldFault('vatNumber', issueCode('vat_number_invalid'));
  return { ...change, number };
}

const fields = [
  'kind',
  'legalName',
  'vatNumber',
  'taxOffice',
  'activity',
  'address',
  'city',
  'postalCode',
  'country',
  'email',
  'language',
] as const satisfies (keyof BillingParty)[];

/** Names the fields that differ; their values stay out of the audit log. */
function changedFields(before: BillingParty | null, after: BillingParty | null): string[] {
  return fields.filter((field) => (before?.[field] ?? null) !== (after?.[field] ?? null));
}
