import { routes } from '@medcloud/contract';
import { matchManually } from '../../../../../domain/billing/bank/match-manually.ts';
import { handler } from '../../../../server/handler.ts';

export const matchBankLine = handler(
  routes.billingBank.matchBankLine,
  async ({ context, scope, request, params, body }) => ({
    line: await matchManually(context, scope, request, params.id, body),
  }),
);
