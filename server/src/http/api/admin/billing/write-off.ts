import { routes } from '@medcloud/contract';
import { writeOff as write } from '../../../../domain/billing/payments/write-off.ts';
import { handler } from '../../../server/handler.ts';

export const writeOff = handler(routes.billingAdmin.writeOff, async ({ context, scope, request, body }) => {
  await write(context, scope, request, body);
  return { ok: true as const };
});
