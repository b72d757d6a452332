import { routes } from '@medcloud/contract';
import { renewSubscription } from '../../../domain/subscriptions/set-subscription.ts';
import { edge } from '../../server/edge.ts';

export const renewDoctorSubscription = edge(
  routes.admin.renewDoctorSubscription,
  async ({ portal, scope, asking, body }) => ({
    user: await renewSubscription(portal, scope, asking, body),
  }),
);
