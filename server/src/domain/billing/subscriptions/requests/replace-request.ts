import { systemScope } from '../../../authorization/authorize.ts';
import type { AppContext } from '../../../core/context.ts';
import { notifyClients } from '../../../core/notify-clients.ts';
import type { Reader, Tx } from '../../../database.ts';
import { portalCause } from '../../cause.ts';
import { findPrice, listOpenDues } from '../../dues/reads.ts';
import { refreshRequests } from '../../dues/refresh-requests.ts';
import { withdrawRequests } from '../../dues/store.ts';
import { findNextPrice } from '../../dunning/ask-for-renewal.ts';
import { issueWaitingOf } from '../../dunning/issue-waiting.ts';
import { findLiveAttempt } from '../../payments/attempt-store.ts';
import { requestPayment } from '../../payments/request-payment.ts';
import type { SettleContext } from '../../payments/settle-account.ts';
import { lockSubscription } from '../store.ts';
import { endOfPeriod, planOn } from '../subscription-period.ts';

/** The job kind that asks an account for what it owes now, with the payload `{ userId }`. */
export const replaceRequestJob = 'replace-request';

/**
 * Asks an account for what it owes now, after its doctor chose another plan or its billing details changed, and issues what
 * waited for those.
 */
export async function replaceRequest(context: SettleContext & Pick<AppContext, 'db'>, userId: string): Promise<void> {
  await context.db.within(systemScope('billing'), async (tx) => {
    await lockSubscription(tx, userId);
    await replacePlan(context, tx, userId);
    await refreshRequests(context, tx, portalCause, userId);
    await issueWaitingOf(context, tx, userId);
    await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  });
}

/**
 * Asks a doctor who chose another plan for that plan's price: the request that is open is taken back. One whose payment by
 * card is checked stays, and so do an invoice and months that an administrator chose. A page that is open for it is closed by
 * the sweep; money that comes by it is the account's, and pays the new request.
 */
async function replacePlan(context: SettleContext, tx: Tx, userId: string): Promise<void> {
  const isRequest = ({ kind }: { kind: string }) => kind === 'first' || kind === 'renewal';
  const due = (await listOpenDues(tx, userId)).find((each) => each.invoiceId === null && isRequest(each));
  if (due === undefined || due.to !== endOfPeriod(due.from, due.price.periodMonths)) return;
  const attempt = await findLiveAttempt(tx, { dueId: due.id });
  if (attempt !== null && attempt.state !== 'open') return;
  const price = await findPlanPrice(tx, userId, due);
  if (price === null || price.plan === due.price.plan) return;
  await withdrawRequests(tx, userId);
  const { kind, from, dueOn } = due;
  const period = { from, to: endOfPeriod(from, price.periodMonths), dueOn };
  await requestPayment(context, tx, portalCause, { userId, kind, price, ...period });
}

/** Finds the price of the plan that a doctor has on a day. A renewal has that of which the doctor was told. */
async function findPlanPrice(tx: Reader, userId: string, { kind, from }: { kind: string; from: string }) {
  if (kind === 'renewal') return await findNextPrice(tx, userId, from);
  const doctor = await tx
    .selectFrom('doctors')
    .select(['plan', 'next_plan as nextPlan', 'next_plan_from as nextPlanFrom'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return doctor ? await findPrice(tx, `doctor.${planOn(doctor, from)}`, from) : null;
}
