import { routes } from '@medcloud/contract';
import { readReporting } from '../../../../../domain/billing/fiscal/show-reporting.ts';
import { handler } from '../../../../server/handler.ts';

export const fiscalReporting = handler(routes.billingFiscal.fiscalReporting, ({ context, scope }) =>
  readReporting(context, scope),
);
