import { routes } from '@medcloud/contract';
import { ignoreLine } from '../../../../../domain/billing/bank/ignore-line.ts';
import { handler } from '../../../../server/handler.ts';

export const ignoreBankLine = handler(
  routes.billingBank.ignoreBankLine,
  async ({ context, scope, request, params }) => ({ line: await ignoreLine(context, scope, request, params.id) }),
);
