import { routes } from '@medcloud/contract';
import { readFigures } from '../../../../domain/billing/figures/read-figures.ts';
import { handler } from '../../../server/handler.ts';

export const billingFigures = handler(routes.billingAdmin.billingFigures, ({ context, scope, query }) =>
  readFigures(context, scope, query),
);
