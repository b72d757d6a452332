import { Fault } from '@medcloud/contract/faults';
import type { CheckoutResult, CheckoutState } from '@medcloud/contract/shapes/billing/checkout';
import { isUuid } from '../../../platform/ids/ids.ts';
import { GatewayError } from '../../../platform/outbound/gateway-error.ts';
import type { AttemptState } from './attempt-states.ts';
import { findAttempt } from './attempt-store.ts';
import { type AttemptContext, settleAttempt } from './settle-attempt.ts';
import type { PayerRequest, PayerScope } from './start-checkout.ts';

const shown = {
  begun: 'checking',
  // the payer is here, and the page still waits
  open: 'cancelled',
  processing: 'checking',
  done: 'paid',
  needs_person: 'failed',
  refused: 'failed',
  cancelled: 'cancelled',
  failed: 'failed',
  review: 'checking',
  returned: 'cancelled',
} as const satisfies Record<AttemptState, CheckoutState>;

/**
 * Asks the provider how an account's payment ended; the address of the return says nothing. Throws `not_found` for an
 * attempt of another account.
 */
export async function returnFromCheckout(
  context: AttemptContext,
  scope: PayerScope,
  request: PayerRequest,
  attemptId: string,
): Promise<CheckoutResult> {
  const { payerId: userId } = request.principal;
  const attempt = isUuid(attemptId) ? await context.db.within(scope, (tx) => findAttempt(tx, attemptId)) : null;
  if (attempt === null || attempt.userId !== userId) throw new Fault('not_found');
  const { purpose } = attempt;
  if (purpose !== 'pay' && purpose !== 'save') throw new Fault('not_found');
  try {
    return { state: shown[(await settleAttempt(context, attempt.id)) ?? attempt.state], purpose };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { state: 'checking', purpose };
  }
}
