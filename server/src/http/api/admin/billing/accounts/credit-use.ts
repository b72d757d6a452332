import { routes } from '@medcloud/contract';
import { readAccount } from '../../../../../domain/billing/accounts/list-accounts.ts';
import { useCredit } from '../../../../../domain/billing/payments/use-credit.ts';
import { handler } from '../../../../server/handler.ts';

export const creditUse = handler(
  routes.billingCorrections.creditUse,
  async ({ context, scope, request, params, body }) => {
    await useCredit(context, scope, request, params.userId, body.dueId);
    return await readAccount(context, scope, params.userId);
  },
);
