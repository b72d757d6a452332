import { routes } from '@medcloud/contract';
import { describeCenterBilling } from '../../../domain/billing/describe-center-billing.ts';
import { handler } from '../../server/handler.ts';

export const centerBilling = handler(routes.billing.centerOverview, ({ context, scope, request }) =>
  describeCenterBilling(context, scope, request),
);
