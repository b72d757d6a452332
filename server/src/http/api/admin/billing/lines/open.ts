import { routes } from '@medcloud/contract';
import { openLine } from '../../../../../domain/billing/bank/open-line.ts';
import { handler } from '../../../../server/handler.ts';

export const openBankLine = handler(routes.billingBank.openBankLine, ({ context, scope, request, params }) =>
  openLine(context, scope, request, params.id),
);
