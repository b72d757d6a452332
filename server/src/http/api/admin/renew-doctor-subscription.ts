import { routes } from '@medcloud/contract';
import { renewSubscription } from '../../../domain/billing/subscriptions/set-subscription.ts';
import { handler } from '../../server/handler.ts';

export const renewDoctorSubscription = handler(
  routes.admin.renewDoctorSubscription,
  async ({ context, scope, request, body }) => ({
    user: await renewSubscription(context, scope, request, body),
  }),
);
