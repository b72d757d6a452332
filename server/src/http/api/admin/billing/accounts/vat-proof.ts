import { routes } from '@medcloud/contract';
import { readAccount } from '../../../../../domain/billing/accounts/list-accounts.ts';
import { proveVatNumber } from '../../../../../domain/billing/parties/prove-vat-number.ts';
import { handler } from '../../../../server/handler.ts';

export const vatProof = handler(
  routes.billingCorrections.vatProof,
  async ({ context, scope, request, params, body }) => {
    await proveVatNumber(context, scope, request, params.userId, body);
    return await readAccount(context, scope, params.userId);
  },
);
