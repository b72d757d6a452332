import { screens } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { newId } from '../../../platform/ids/ids.ts';
import { GatewayError } from '../../../platform/outbound/gateway-error.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AttemptContext } from './settle-attempt.ts';
import { isPageOf, openCustomer, type PayerRequest } from './start-checkout.ts';

/**
 * Opens the provider's page on which an account changes its saved card. Throws `no_card_payments`,
 * `payments_unavailable`.
 */
export async function openPortal(
  context: AttemptContext,
  { principal }: PayerRequest,
): Promise<{ redirectUrl: string }> {
  const { clock, random, db, events, payments, settings } = context;
  if (payments === null) throw new Fault('no_card_payments');
  const path = principal.kind === 'doctor' ? screens.doctorBilling : screens.centerBilling;
  try {
    const customer = await openCustomer(context, payments, principal, newId(clock, random));
    const page = await payments.portal(customer, new URL(path, settings.publicUrl).href);
    if (isPageOf(payments, page.redirectUrl)) return page;
  } catch (error) {
    if (error instanceof GatewayError) throw new Fault('payments_unavailable');
    throw error;
  }
  await db.within(systemScope('billing'), (tx) => events.emit(tx, 'payment_unsettled', { userId: null }));
  throw new Fault('payments_unavailable');
}
