import { type BillingStart, issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type AppContext, today } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { type BillingCause, causeOf } from '../cause.ts';
import { findPrice, type Price } from '../dues/reads.ts';
import { mailDocument } from '../invoices/mail-document.ts';
import { getBuyer } from '../parties/buyer.ts';
import { addPriceVersion } from '../prices/add-version.ts';
import { findLatestVersion } from '../prices/reads.ts';
import { type BilledCenter, findBilledCenter } from './find-billed-center.ts';
import { startInvoicedPeriod } from './start-invoiced-period.ts';
import { lockSubscription } from './store.ts';
import { addMonths } from './subscription-period.ts';

type StartContext = Pick<AppContext, 'clock' | 'random' | 'settings' | 'events' | 'queue' | 'keys'>;

const maxMonthsAhead = 12;

/**
 * Begins to charge a center: its price follows its plan, and Enterprise has one that was agreed. The invoice is issued
 * now and mailed. Throws `not_found`, `not_manageable` for any other account, `invalid_state` if the center is charged
 * already, `billing_details_required`, `validation` on a day that passed and on a price that the plan does not take.
 */
export async function startBilling(
  context: StartContext & Pick<AppContext, 'db'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  userId: string,
  start: BillingStart,
): Promise<void> {
  if (!isUuid(userId)) throw new Fault('not_found');
  await context.db.within(scope, async (tx) => {
    await withIdempotency(tx, request, async () => {
      await lockSubscription(tx, userId);
      const center = await findBilledCenter(tx, userId);
      if (center.state !== null && center.state !== 'ended') throw new Fault('invalid_state');
      await getBuyer(tx, userId, context.settings.timeZone);
      checkFirstDay(start.firstDay, today(context));
      const price = await choosePrice(tx, causeOf(request), center, start);
      const period = { userId, price, from: start.firstDay };
      const { invoice } = await startInvoicedPeriod(context, tx, causeOf(request), period);
      if (invoice !== null) await mailDocument(context, tx, invoice.id);
      await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
      return userId;
    });
  });
}

function checkFirstDay(firstDay: string, today: string): void {
  if (firstDay < today) throw createFieldFault('firstDay', issueCode('day_past'));
  if (firstDay > addMonths(today, maxMonthsAhead)) throw createFieldFault('firstDay', issueCode('day_far'));
}

async function choosePrice(
  tx: Tx,
  cause: BillingCause,
  { centerId, plan, quotaBytes }: BilledCenter,
  { firstDay, cents, months }: BillingStart,
): Promise<Price> {
  const code = `center.${plan}` as const;
  if (cents !== undefined && plan !== 'enterprise') throw createFieldFault('cents', issueCode('price_enterprise_only'));
  const owner = plan === 'enterprise' ? centerId : null;
  if (cents !== undefined && months !== undefined) {
    const latest = await findLatestVersion(tx, code, centerId);
    await addPriceVersion(tx, cause, {
      ...{ plan: code, version: (latest?.version ?? 0) + 1, centerId, fromDay: firstDay, quotaBytes },
      ...{ grossCents: cents, periodMonths: months, monthCents: Math.max(1, Math.round(cents / months)) },
    });
  }
  const price = await findPrice(tx, code, firstDay, owner);
  if (price === null) throw createFieldFault('cents', issueCode('price_agreed_required'));
  return price;
}
