import { routes } from '@medcloud/contract';
import { changePlan as change } from '../../../domain/billing/change-plan.ts';
import { edge } from '../../server/edge.ts';

export const changePlan = edge(routes.doctor.changePlan, ({ portal, scope, asking, body }) =>
  change(portal, scope, asking, body.plan),
);
