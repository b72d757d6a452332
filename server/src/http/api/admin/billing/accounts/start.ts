import { routes } from '@medcloud/contract';
import { readAccount } from '../../../../../domain/billing/accounts/list-accounts.ts';
import { startBilling as start } from '../../../../../domain/billing/subscriptions/start-billing.ts';
import { handler } from '../../../../server/handler.ts';

export const startBilling = handler(
  routes.billingAdmin.startBilling,
  async ({ context, scope, request, params, body }) => {
    await start(context, scope, request, params.userId, body);
    return await readAccount(context, scope, params.userId);
  },
);
