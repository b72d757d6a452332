import { issueCode, screens } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Language } from '@medcloud/contract/languages';
import { isUuid, newId } from '../../../platform/ids/ids.ts';
import { GatewayError } from '../../../platform/outbound/gateway-error.ts';
import type { PageOrder, PaymentDriver } from '../../../platform/outbound/payments/payment-driver.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { CenterPrincipal, DoctorPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../../authorization/scope.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { findDue } from '../dues/reads.ts';
import { describeDueLine } from '../invoices/describe-lines.ts';
import { findCentsToPay, findCheckedPayment, findOpenDue, findRestartDue } from '../overview/reads.ts';
import { getBuyer } from '../parties/buyer.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { isLive } from './attempt-states.ts';
import {
  type AttemptRow,
  endAttempt,
  findAttempt,
  findLiveAttempt,
  insertAttempt,
  lockAttempt,
  updateAttempt,
} from './attempt-store.ts';
import { mayCharge } from './may-charge.ts';
import { findProviderAccount, insertProviderAccount } from './provider-store.ts';
import { type AttemptContext, settleAttempt } from './settle-attempt.ts';

export type PayerRequest = RequestContext<CenterPrincipal> | RequestContext<DoctorPrincipal>;
export type PayerScope = CenterScope | DoctorScope;

/**
 * Opens the provider's page on which an account pays a due, the first if none is named, or saves a card if nothing is due.
 * The same page again while it is open, unless another amount is to be paid now. Throws `no_card_payments` without a provider, `nothing_due` for a due that is not
 * open, `billing_details_required`, `payment_in_progress` while a payment of it is checked, `payments_unavailable` if the provider cannot be reached.
 */
export async function startCheckout(
  context: AttemptContext,
  scope: PayerScope,
  request: PayerRequest,
  dueId: string | undefined,
): Promise<{ redirectUrl: string }> {
  const { db, payments } = context;
  if (payments === null) throw new Fault('no_card_payments');
  if (request.idempotency === null) throw new Fault('malformed', { reason: issueCode('idempotency_key_missing') });
  const findOrWrite = () =>
    db.within(scope, async (tx) => {
      // before the key's row, which refers to the account too: requests at once wait here
      await lockSubscription(tx, request.principal.payerId);
      const write = () => writeAttempt(context, payments, tx, request, dueId);
      const { id } = await withIdempotency(tx, request, write);
      const written = await findAttempt(tx, id);
      // the page of this key was closed, or the bank refused: the payer asks for another one
      const attempt = written !== null && !isLive(written.state) ? await findAttempt(tx, await write()) : written;
      if (attempt === null) throw new Error('An attempt is not there.');
      return { attempt, isOutdated: await isOutdated(tx, attempt) };
    });
  const first = await findOrWrite();
  if (first.isOutdated) await closePage(context, first.attempt.id);
  const { attempt } = first.isOutdated ? await findOrWrite() : first;
  if (attempt.state === 'open' && attempt.redirectUrl !== null) return { redirectUrl: attempt.redirectUrl };
  // an open page without its address: the answer that named it was lost, and the same call names it again
  const isPage = attempt.purpose === 'pay' || attempt.purpose === 'save';
  if (!isPage || (attempt.state !== 'begun' && attempt.state !== 'open')) throw new Fault('payment_in_progress');
  context.reachFaultPoint('charge-begun');
  try {
    return await openPage(context, payments, request, attempt);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    await db.within(systemScope('billing'), (tx) => endBegun(tx, attempt, error));
    throw new Fault('payments_unavailable');
  }
}

/** Returns whether another amount is to be paid now than on the page that is open. */
async function isOutdated(tx: Tx, { dueId, state, cents }: AttemptRow): Promise<boolean> {
  return dueId !== null && state === 'open' && (await findCentsToPay(tx, dueId)) !== cents;
}

/** Closes a page whose amount is not the one that is to be paid now, and stores its end. */
async function closePage(context: AttemptContext, id: string): Promise<void> {
  try {
    if ((await settleAttempt(context, id)) === 'open') await settleAttempt(context, id);
  } catch (error) {
    if (error instanceof GatewayError) throw new Fault('payments_unavailable');
    throw error;
  }
}

/**
 * The address of the page is unknown, so nothing can be paid on it. A repeatable call keeps its attempt and key: one that was
 * not made, whose answer was lost, or that another press makes at the same time.
 */
async function endBegun(tx: Tx, { id, userId }: AttemptRow, { code, verdict }: GatewayError): Promise<void> {
  await lockSubscription(tx, userId);
  if ((await lockAttempt(tx, id))?.state !== 'begun') return;
  const isRepeatable = verdict === 'not-sent' || code === 'http_409' || !code.startsWith('http_');
  if (isRepeatable) await updateAttempt(tx, id, { fault_code: code });
  else await endAttempt(tx, id, { state: 'failed', fault_code: code });
}

async function writeAttempt(
  { clock, random, settings }: AttemptContext,
  payments: PaymentDriver,
  tx: Tx,
  request: PayerRequest,
  dueId: string | undefined,
): Promise<string> {
  const { payerId: userId } = request.principal;
  const isKnown = dueId === undefined || isUuid(dueId);
  const open = isKnown ? await findOpenDue(tx, userId, dueId) : null;
  const due = open ?? (isKnown ? await findRestartDue(tx, userId, dueId) : null);
  if (due === null && dueId !== undefined) throw new Fault('nothing_due');
  if (due !== null) await getBuyer(tx, userId, settings.timeZone);
  const { timeZone } = settings;
  if (due !== null && (await findCheckedPayment(tx, { userId, dueId: due.id, timeZone })) !== null)
    throw new Fault('payment_in_progress');
  const live = await findLiveAttempt(tx, due === null ? { savingUserId: userId } : { dueId: due.id });
  if (live !== null) return live.id;
  if (request.principal.kind === 'doctor' && !(await mayCharge(tx, userId))) throw new Fault('doctor_not_verified');
  const id = newId(clock, random);
  const purpose = due === null ? 'save' : 'pay';
  const cents = due?.openCents ?? 0;
  await insertAttempt(tx, {
    ...{ id, user_id: userId, due_id: due?.id ?? null, driver: payments.name, purpose, cents, state: 'begun' },
  });
  await record(tx, {
    event: 'payment_begun',
    ...toAuditFields(request),
    object: { kind: 'payment_attempt', id },
    details: { purpose, cents, ...(due === null ? {} : { due: due.id }) },
  });
  return id;
}

async function openPage(
  context: AttemptContext,
  payments: PaymentDriver,
  { principal }: PayerRequest,
  attempt: AttemptRow,
): Promise<{ redirectUrl: string }> {
  const { db, settings } = context;
  const scope = systemScope('billing');
  const language = principal.language;
  const path = principal.kind === 'doctor' ? screens.doctorBilling : screens.centerBilling;
  const order: PageOrder = {
    ...attempt,
    purpose: attempt.purpose === 'save' ? 'save' : 'pay',
    customer: await openCustomer(context, payments, principal, attempt.id),
    description: await describe(context, attempt, language),
    language,
    returnUrl: new URL(`${path}?attempt=${attempt.id}`, settings.publicUrl).href,
  };
  const page = await payments.begin(order);
  context.reachFaultPoint('charge-answered');
  if (!isPageOf(payments, page.redirectUrl)) {
    await db.within(scope, async (tx) => {
      await endAttempt(tx, attempt.id, { state: 'failed', fault_code: 'redirect_elsewhere' });
      await context.events.emit(tx, 'payment_unsettled', { userId: null });
    });
    throw new Fault('payments_unavailable');
  }
  await db.within(scope, async (tx) => {
    await lockSubscription(tx, attempt.userId);
    const now = await findAttempt(tx, attempt.id);
    // it may have been settled meanwhile
    if (now?.state === 'begun' || now?.state === 'open')
      await updateAttempt(tx, attempt.id, {
        ...{ state: 'open', provider_ref: page.ref, redirect_url: page.redirectUrl, fault_code: null },
      });
  });
  return { redirectUrl: page.redirectUrl };
}

/** Makes the account known to the provider, once. `key`: of this try, since the provider repeats a failure for its key. */
export async function openCustomer(
  { db }: Pick<AttemptContext, 'db'>,
  payments: PaymentDriver,
  { payerId: userId, email }: { payerId: string; email: string },
  key: string,
): Promise<string> {
  const scope = systemScope('billing');
  const known = await db.within(scope, (tx) => findProviderAccount(tx, { userId }));
  if (known !== null) return known.customer;
  const customer = await payments.createCustomer({ id: userId, email }, key);
  return await db.within(scope, async (tx) => {
    await insertProviderAccount(tx, userId, customer);
    // another press may have been faster
    return (await findProviderAccount(tx, { userId }))?.customer ?? customer;
  });
}

async function describe({ db }: AttemptContext, { dueId }: AttemptRow, language: Language): Promise<string> {
  if (dueId === null) return 'MedCloud';
  const due = await db.within(systemScope('billing'), (tx) => findDue(tx, { id: dueId }));
  if (due === null) return 'MedCloud';
  const line = describeDueLine(due);
  return `${language === 'el' ? line.text_el : line.text_en}, ${due.from} – ${due.to}`;
}

/** Returns whether an address is a page of the provider, over https or on this machine. */
export function isPageOf({ hosts }: Pick<PaymentDriver, 'hosts'>, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, protocol } = new URL(address);
  return hosts.includes(hostname) && (protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost');
}
