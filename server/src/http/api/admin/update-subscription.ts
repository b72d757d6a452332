import { routes } from '@medcloud/contract';
import { setSubscription } from '../../../domain/billing/subscriptions/set-subscription.ts';
import { handler } from '../../server/handler.ts';

export const updateSubscription = handler(
  routes.admin.updateSubscription,
  async ({ context, scope, request, body }) => ({
    user: await setSubscription(context, scope, request, body),
  }),
);
