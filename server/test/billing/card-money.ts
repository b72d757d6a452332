import { randomUUID } from 'node:crypto';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { portalCause } from '../../src/domain/billing/cause.ts';
import { settleDispute } from '../../src/domain/billing/payments/events/settle-dispute.ts';
import { receivePayment } from '../../src/domain/billing/payments/receive-payment.ts';
import { today } from '../../src/domain/core/context.ts';
import type { TestApp } from '../harness/start-test-app.ts';

/** Payments by card and their disputes, booked as settling does it, without a provider. */
export function openCardMoney({ app, superuser }: TestApp) {
  const { context } = app;
  return {
    pay: async (userId: string, cents: number) =>
      await context.db.within(systemScope('billing'), async (tx) => {
        const payment = { driver: 'stripe' as const, providerRef: randomUUID(), userId, cents };
        return await receivePayment(context, tx, portalCause, { ...payment, receivedOn: today(context) });
      }),
    /** Opens, wins or loses the dispute of one of the account's payments. */
    dispute: async (userId: string, choice: number) => {
      const { rows } = await superuser.query<{ ref: string; cents: number }>(
        `SELECT provider_ref AS ref, cents FROM payments WHERE user_id = $1 AND driver = 'stripe' ORDER BY id`,
        [userId],
      );
      const payment = rows[choice % Math.max(rows.length, 1)];
      const state = (['open', 'open', 'won', 'lost'] as const)[choice % 4] ?? 'open';
      if (payment === undefined) return;
      const { ref, cents } = payment;
      await context.db.within(systemScope('billing'), (tx) =>
        settleDispute(context, tx, {
          ...{ kind: 'dispute', ref: `dispute of ${ref}`, paymentRef: ref },
          ...{ state, cents, currency: 'EUR' },
        }),
      );
    },
  };
}
