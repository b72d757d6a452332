import { routes } from '@medcloud/contract';
import { listAccounts, readAccount } from '../../../../domain/billing/accounts/list-accounts.ts';
import { handler } from '../../../server/handler.ts';
import { setPageHeaders } from '../../../server/set-page-headers.ts';

export const accounts = handler(routes.billingAdmin.accounts, async ({ context, scope, query, httpRequest, reply }) => {
  const list = await listAccounts(context, scope, query);
  setPageHeaders(httpRequest, reply, list);
  return list.accounts;
});

export const accountDetails = handler(routes.billingAdmin.accountDetails, ({ context, scope, params }) =>
  readAccount(context, scope, params.userId),
);
