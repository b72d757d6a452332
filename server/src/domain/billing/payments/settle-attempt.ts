import { GatewayError } from '../../../platform/outbound/gateway-error.ts';
import type { Facts, Order, PaymentDriver } from '../../../platform/outbound/payments/payment-driver.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { findOpenDue, findRestartDue } from '../overview/reads.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { type ApplyContext, applyFacts } from './apply-facts.ts';
import { type AttemptState, isLive, isSettled } from './attempt-states.ts';
import { type AttemptRow, endAttempt, findAttempt, lockAttempt, updateAttempt } from './attempt-store.ts';
import { mayCharge } from './may-charge.ts';
import { findProviderAccount } from './provider-store.ts';

export type AttemptContext = ApplyContext & Pick<AppContext, 'db' | 'payments' | 'reachFaultPoint'>;

const hourMs = 3_600_000;
/** The provider forgets a key after 24 hours: earlier, a call is looked up instead of repeated. */
const keyMs = 23 * hourMs;
/** A call that the provider does not know for a day was never made. */
const lostMs = 24 * hourMs;

/**
 * Fetches an attempt's end from the provider and stores it: the only way to one, for the payer's return, an event and the
 * sweep. A charge that may not have arrived is repeated with its key. Returns the attempt's state; null if there is none.
 * Throws `GatewayError` if the provider cannot be asked.
 */
export async function settleAttempt(context: AttemptContext, id: string): Promise<AttemptState | null> {
  const { db, payments } = context;
  const scope = systemScope('billing');
  const known = await db.within(scope, async (tx) => {
    const attempt = await findAttempt(tx, id);
    if (attempt === null) return null;
    return { attempt, customer: (await findProviderAccount(tx, { userId: attempt.userId }))?.customer ?? null };
  });
  if (known === null) return null;
  const { attempt, customer } = known;
  // a refund can fail after it was sent
  const isFinal = isSettled(attempt.state) && attempt.purpose !== 'refund';
  if (payments === null || isFinal) return attempt.state;
  const facts = await askProvider(context, payments, attempt, customer);
  if (facts === null) return await loseAttempt(context, attempt);
  context.reachFaultPoint('charge-answered');
  const state = await db.within(scope, (tx) => applyFacts(context, tx, attempt, facts));
  context.reachFaultPoint('charge-recorded');
  if (state === 'open') await closeUnneededPage(context, payments, attempt);
  return state;
}

async function askProvider(
  context: AttemptContext,
  payments: PaymentDriver,
  attempt: AttemptRow,
  customer: string | null,
): Promise<Facts | null> {
  const mayCall = await maySend(context, attempt);
  try {
    if (attempt.purpose === 'refund') return await askForRefund(context, payments, attempt, mayCall);
    if (customer === null) return null;
    const order = { ...attempt, purpose: attempt.purpose, customer } satisfies Order;
    const { methodRef: method } = attempt;
    if (attempt.purpose !== 'charge' || method === null || !mayCall) return await payments.find(order);
    context.reachFaultPoint('charge-begun');
    return await payments.charge({ ...order, purpose: 'charge', method });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // a refused lookup says nothing of the call before it
    if (error.verdict === 'refused') return mayCall ? refusedCall(attempt, error.code) : null;
    await context.db.within(systemScope('billing'), (tx) => updateAttempt(tx, attempt.id, { fault_code: error.code }));
    throw error;
  }
}

async function askForRefund(
  context: AttemptContext,
  payments: PaymentDriver,
  attempt: AttemptRow,
  mayCall: boolean,
): Promise<Facts | null> {
  const paymentRef = await context.db.within(systemScope('billing'), async (tx) => {
    const { paymentId, reviewedId } = attempt;
    if (reviewedId !== null) return (await findAttempt(tx, reviewedId))?.receivedRef ?? '';
    const row = await tx
      .selectFrom('payments')
      .select('provider_ref')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    return row.provider_ref;
  });
  const order = { id: attempt.id, cents: attempt.cents, ref: attempt.ref, paymentRef };
  if (!mayCall) return await payments.findRefund(order);
  context.reachFaultPoint('charge-begun');
  return await payments.refund(order);
}

/**
 * Returns whether the call of a charge or refund may be made, or repeated with its key. A charge whose due was paid otherwise
 * meanwhile, or whose account may not be charged any more, is only looked up.
 */
async function maySend(context: AttemptContext, attempt: AttemptRow): Promise<boolean> {
  const { purpose, userId, dueId, cents } = attempt;
  if ((purpose !== 'charge' && purpose !== 'refund') || !mayRepeat(context, attempt)) return false;
  if (purpose === 'refund' || dueId === null) return purpose === 'refund';
  return await context.db.within(
    systemScope('billing'),
    async (tx) => (await mayCharge(tx, userId)) && (await findOpenDue(tx, userId, dueId))?.openCents === cents,
  );
}

/** The provider saves its first answer for a key, also a failure of its own. */
function mayRepeat({ clock }: AttemptContext, { state, ref, faultCode, createdAt }: AttemptRow): boolean {
  const isSaved = faultCode !== null && /^(http_5|idempotency)/.test(faultCode);
  return state === 'begun' && ref === null && !isSaved && clock.now().getTime() - createdAt.getTime() < keyMs;
}

/** The provider rejected the call itself. Nothing was charged, and the same call would be rejected again. */
function refusedCall({ id, cents }: Pick<AttemptRow, 'id' | 'cents'>, code: string): Facts {
  const own = { ref: id, paymentRef: null, cents, currency: 'EUR', card: null };
  return { ...own, state: 'refused', isHard: true, code };
}

/**
 * Ends an attempt that the provider has not known for a day. Until then it may still arrive. A refund's amount is the
 * account's again.
 */
async function loseAttempt(context: AttemptContext, attempt: AttemptRow): Promise<AttemptState | null> {
  const { id, userId, purpose, cents, createdAt, state } = attempt;
  if (!isLive(state) || context.clock.now().getTime() - createdAt.getTime() < lostMs) return state;
  return await context.db.within(systemScope('billing'), async (tx) => {
    if (purpose === 'refund') return await applyFacts(context, tx, attempt, refusedCall({ id, cents }, 'unknown'));
    await lockSubscription(tx, userId);
    const now = await lockAttempt(tx, id);
    if (now === null || !isLive(now.state)) return now?.state ?? null;
    await endAttempt(tx, id, { state: 'failed' });
    return 'failed';
  });
}

/**
 * Closes the page of a due that was paid otherwise or costs another amount now, so that what is owed is paid once, and of
 * an account that may not pay.
 */
async function closeUnneededPage(context: AttemptContext, payments: PaymentDriver, attempt: AttemptRow): Promise<void> {
  const { userId, dueId, ref, cents } = attempt;
  if (dueId === null || ref === null) return;
  const isNeeded = await context.db.within(
    systemScope('billing'),
    async (tx) =>
      (await mayCharge(tx, userId)) &&
      ((await findOpenDue(tx, userId, dueId)) ?? (await findRestartDue(tx, userId, dueId)))?.openCents === cents,
  );
  if (!isNeeded) await payments.close(ref);
}
