import { routes } from '@medcloud/contract';
import { readAccount } from '../../../../../domain/billing/accounts/list-accounts.ts';
import { changePartyOf } from '../../../../../domain/billing/parties/change-party-of.ts';
import { handler } from '../../../../server/handler.ts';

export const accountParty = handler(
  routes.billingAdmin.accountParty,
  async ({ context, scope, request, params, body }) => {
    await changePartyOf(context, scope, request, params.userId, body);
    return await readAccount(context, scope, params.userId);
  },
);
