import { GatewayError } from '../../../platform/outbound/gateway-error.ts';
import type { CheckVatNumber, VatAnswer, VatNumber } from '../../../platform/outbound/vies/check-vat-number.ts';
import { record } from '../../audit/record/record.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { portalCause } from '../cause.ts';
import { refreshRequests } from '../dues/refresh-requests.ts';
import { issueWaitingOf } from '../dunning/issue-waiting.ts';
import type { SettleContext } from '../payments/settle-account.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { needsVies } from './await-vat.ts';
import { enqueueVatCheck } from './enqueue-vat-check.ts';
import { findVatNumber, recordVatAnswer, recordVatUnavailable } from './vat-store.ts';

type VatContext = SettleContext & Pick<AppContext, 'db'>;

const timeoutMs = 20_000;

/**
 * Checks an account's VAT number in VIES and issues what waited for the answer. Without an answer it asks again in an
 * hour. Does nothing for a number that VIES does not decide about.
 */
export async function checkVat(
  { context, check }: { context: VatContext; check: CheckVatNumber },
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  const scope = systemScope('billing');
  const { seller } = context.settings.billing;
  const vat = await context.db.read(scope, (tx) => findVatNumber(tx, userId));
  if (seller === null || vat === null || !needsVies(vat.country, vat.number, seller)) return;
  const asker = { country: seller.country, number: seller.vatNumber };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const answer = await check(vat, asker, limited).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof GatewayError) return null;
    throw error;
  });
  await context.db.within(scope, async (tx) => {
    await lockSubscription(tx, userId);
    await recordCheck(context, tx, { userId, vat, answer });
    await refreshRequests(context, tx, portalCause, userId);
    await issueWaitingOf(context, tx, userId);
  });
}

async function recordCheck(
  context: VatContext,
  tx: Tx,
  { userId, vat, answer }: { userId: string; vat: VatNumber; answer: VatAnswer | null },
): Promise<void> {
  if (answer === null) await enqueueVatCheck(context, tx, userId, 'later');
  const isNews =
    answer === null ? await recordVatUnavailable(tx, userId, vat) : await recordVatAnswer(tx, userId, vat, answer);
  if (!isNews) return;
  await record(tx, {
    event: 'vat_number_checked',
    ...portalCause.audit,
    object: { kind: 'user', id: userId },
    details: { state: answer?.state ?? 'unavailable', ...(answer?.proof ? { proof: answer.proof } : {}) },
  });
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
}
