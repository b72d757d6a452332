import type { Finding } from '@medcloud/contract/operations/health';
import type { PaymentDriver } from '../../../platform/outbound/payments/payment-driver.ts';
import type { PaymentBacklog } from '../../billing/payments/backlog.ts';
import type { AppContext } from '../../core/context.ts';
import type { Probe } from '../probe.ts';

/**
 * Reports whether the payment provider can be reached, and which payments by card and events of it wait for too long. A test
 * key moves no money.
 */
export function paymentsProbe(
  { settings }: Pick<AppContext, 'settings'>,
  payments: PaymentDriver,
  countBacklog: () => Promise<PaymentBacklog>,
): Probe {
  return {
    name: 'payments',
    failureCode: 'payments-failed',
    async check(signal): Promise<Finding> {
      const { where, isLive } = await payments.probe(signal);
      const { attempts, events } = await countBacklog();
      if (attempts > 0) return { code: 'payments-late', params: { count: attempts } };
      if (events > 0) return { code: 'payments-events', params: { count: events } };
      const isTest = !isLive && settings.posture === 'production';
      return { code: isTest ? 'payments-test' : 'payments-well', params: { where } };
    },
  };
}
