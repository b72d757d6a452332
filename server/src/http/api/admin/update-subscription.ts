import { routes } from '@medcloud/contract';
import { setSubscription } from '../../../domain/subscriptions/set-subscription.ts';
import { edge } from '../../server/edge.ts';

export const updateSubscription = edge(routes.admin.updateSubscription, async ({ portal, scope, asking, body }) => ({
  user: await setSubscription(portal, scope, asking, body),
}));
