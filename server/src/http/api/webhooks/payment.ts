import { routes } from '@medcloud/contract';
import { hearEvent } from '../../../domain/billing/payments/events/hear-event.ts';
import { handler } from '../../server/handler.ts';

export const paymentEvent = handler(routes.billingCards.paymentEvent, async ({ context, httpRequest }) => {
  const { body, headers } = httpRequest;
  const signature = headers['stripe-signature'];
  const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  await hearEvent(context, raw, typeof signature === 'string' ? signature : undefined);
  return { ok: true as const };
});
