import { routes } from '@medcloud/contract';
import { showUndecided } from '../../../../domain/billing/payments/review/show-undecided.ts';
import { handler } from '../../../server/handler.ts';

export const undecidedPayments = handler(
  routes.billingUndecided.undecidedPayments,
  async ({ context, scope }) => await context.db.read(scope, (tx) => showUndecided(context, tx)),
);
