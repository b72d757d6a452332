import { routes } from '@medcloud/contract';
import { openPortal } from '../../../../domain/billing/payments/open-portal.ts';
import { handler } from '../../../server/handler.ts';

export const centerPortal = handler(routes.billingCards.centerPortal, ({ context, request }) =>
  openPortal(context, request),
);
