import { issueCode, type User } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../../platform/ids/ids.ts';
import { addDays, dayAfter } from '../../../../platform/time/days.ts';
import type { AdminPrincipal, RequestContext } from '../../../authorization/principal.ts';
import type { AdminScope } from '../../../authorization/scope.ts';
import { type AppContext, today } from '../../../core/context.ts';
import { notifyClients } from '../../../core/notify-clients.ts';
import { withIdempotency } from '../../../core/with-idempotency.ts';
import type { Reader, Tx } from '../../../database.ts';
import { canAsk } from '../../can-ask.ts';
import { type BillingCause, causeOf } from '../../cause.ts';
import { type DueRow, listOpenDues, type Price } from '../../dues/reads.ts';
import { withdrawRequests } from '../../dues/store.ts';
import { findNextPrice } from '../../dunning/ask-for-renewal.ts';
import { sendDunningMail } from '../../dunning/send-dunning-mail.ts';
import { getBuyer, insertPartyOfDoctor } from '../../parties/buyer.ts';
import { requestPayment } from '../../payments/request-payment.ts';
import type { SettleContext } from '../../payments/settle-account.ts';
import { type Contract, findContract } from '../contract-store.ts';
import { findLastDayWithoutGrace } from '../period-store.ts';
import { findUser, type UserRow } from '../reads.ts';
import { setAccess } from '../set-access.ts';
import { changeCancellation } from '../set-cancellation.ts';
import { showUser } from '../show.ts';
import { daysToPay } from '../start-invoiced-period.ts';
import { lockSubscription } from '../store.ts';
import { addMonths, endOfPeriod, renewalDay } from '../subscription-period.ts';

const maxMonthsAhead = 36; // security 2, row 18

/** Days that are asked for, and the day by which they are paid. */
type ChargedDays = Pick<DueRow, 'from' | 'to' | 'dueOn'>;

/**
 * Asks a doctor to pay for months that follow the running period, or begin with the payment where none runs. Replaces an
 * earlier request. Throws `not_found`, `not_manageable` for any other account, `invalid_state` for a doctor who was never
 * approved, `billing_details_required`, `invoice_unpaid`, `issuing_off`, `validation` beyond three years.
 */
export async function chargeMonths(
  context: SettleContext & Pick<AppContext, 'db'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  { userId, months }: { userId: string; months: number },
): Promise<User> {
  if (!isUuid(userId)) throw new Fault('not_found');
  if (!canAsk(context.settings)) throw new Fault('issuing_off');
  return await context.db.within(scope, async (tx) => {
    await withIdempotency(tx, request, async () => {
      await lockSubscription(tx, userId);
      const user = await findUser(tx, userId);
      if (user === null) throw new Fault('not_found');
      await askForMonths(context, tx, causeOf(request), user, months);
      await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
      return userId;
    });
    const after = await findUser(tx, userId);
    if (after === null) throw new Fault('not_found');
    return showUser(after, today(context));
  });
}

/** The same for a doctor's user whose subscription the caller has locked. */
export async function askForMonths(
  context: SettleContext,
  tx: Tx,
  cause: BillingCause,
  user: UserRow,
  months: number,
): Promise<void> {
  const { id: userId, role, doctorId, doctorState, firstName, lastName, language } = user;
  if (role !== 'doctor' || doctorId === null) throw new Fault('not_manageable');
  if (doctorState === 'pending' || doctorState === 'rejected') throw new Fault('invalid_state');
  const contract = await findContract(tx, userId);
  if (contract?.state === 'suspended' || (await hasOpenInvoice(tx, userId))) throw new Fault('invoice_unpaid');
  const days = await chooseDays(context, tx, user, months);
  const price = await findNextPrice(tx, userId, days.from);
  if (price === null) throw new Error('The plan of a doctor has no price.');
  const doctor = { id: doctorId, userId, name: `${firstName} ${lastName}`, language };
  await insertPartyOfDoctor(tx, doctor);
  await getBuyer(tx, userId, context.settings.timeZone);
  await withdrawRequests(tx, userId);
  const isRunning = isServed(user, today(context));
  await openContract(context, tx, cause, { userId, contract, price, isRunning, dueOn: days.dueOn });
  const due = await requestPayment(context, tx, cause, { userId, kind: 'renewal', price, months, ...days });
  if (!(await listOpenDues(tx, userId)).some(({ id }) => id === due.id)) return;
  await sendRequest(context, tx, cause, { userId, due, day: today(context) });
}

const debtor = { role: 'doctor', chargesCard: false, cancelAtEnd: false } as const;

/** Mails the request, as dunning does, which then knows that it was sent. */
async function sendRequest(
  context: SettleContext,
  tx: Tx,
  cause: BillingCause,
  { userId, due, day }: { userId: string; due: DueRow; day: string },
): Promise<void> {
  const contract = await findContract(tx, userId);
  if (contract === null) return;
  const { state, since, method } = contract;
  // dunning says when the saved card is charged
  if (method === 'card' && state !== 'awaiting') return;
  const mail =
    state === 'past_due' ? ({ mail: 'late', since } as const) : ({ mail: 'request', since: due.dueOn } as const);
  await sendDunningMail(
    context,
    tx,
    { ...debtor, userId, state, since, due: { ...due, hasInvoice: false, charges: [], isPaying: false } },
    { ...mail, day },
    cause.audit,
  );
}

const hasOpenInvoice = async (tx: Reader, userId: string) =>
  (await listOpenDues(tx, userId)).some(({ invoiceId }) => invoiceId !== null);

/** Access of any kind, grace too. */
const isServed = ({ status, end }: UserRow, day: string) => status === 'active' && end !== null && end >= day;

async function chooseDays(
  context: Pick<AppContext, 'clock' | 'settings'>,
  tx: Reader,
  user: UserRow,
  months: number,
): Promise<ChargedDays> {
  const day = today(context);
  const end = isServed(user, day) ? ((await findLastDayWithoutGrace(tx, user.id)) ?? user.end) : null;
  const from = end === null ? day : dayAfter(end);
  const to = endOfPeriod(from, months);
  if (to > addMonths(day, maxMonthsAhead)) throw createFieldFault('months', issueCode('end_too_far'));
  return { from, to, dueOn: end ?? addDays(day, daysToPay) };
}

/** An account that was never charged, or is no longer, is charged again: from the payment on if it has no access now. */
async function openContract(
  context: Pick<AppContext, 'clock' | 'settings' | 'events'>,
  tx: Tx,
  cause: BillingCause,
  account: { userId: string; contract: Contract | null; price: Price; isRunning: boolean; dueOn: string },
): Promise<void> {
  const { userId, contract, price, isRunning, dueOn } = account;
  if (contract?.cancelAtEnd) await changeCancellation(tx, cause.audit, userId, false);
  const isCharged = contract !== null && contract.state !== 'ended';
  if (isCharged && (isRunning || contract.state === 'awaiting')) return;
  // its days are over, and the hourly job has not seen it yet
  if (isCharged) await setAccess(context, tx, cause, { userId, act: 'end' });
  const act = isRunning ? 'activate' : 'await';
  const method = contract?.method ?? 'bank';
  const nextDueOn = isRunning ? renewalDay(dueOn) : null;
  await setAccess(context, tx, cause, { userId, act, contract: { priceId: price.id, method, nextDueOn } });
}
