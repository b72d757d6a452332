import { routes } from '@medcloud/contract';
import { choosePlan } from '../../../../domain/billing/plan-change/choose-plan.ts';
import { handler } from '../../../server/handler.ts';

export const centerPlan = handler(routes.billing.centerPlan, ({ context, request, body }) =>
  choosePlan(context, request, body.plan),
);
