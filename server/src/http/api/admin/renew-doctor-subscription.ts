import { routes } from '@medcloud/contract';
import { chargeMonths } from '../../../domain/billing/subscriptions/requests/charge-months.ts';
import { renewSubscription } from '../../../domain/billing/subscriptions/set-subscription.ts';
import { handler } from '../../server/handler.ts';

export const renewDoctorSubscription = handler(
  routes.admin.renewDoctorSubscription,
  async ({ context, scope, request, body }) => ({
    user: await (body.charge ? chargeMonths : renewSubscription)(context, scope, request, body),
  }),
);
