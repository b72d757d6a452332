import { routes } from '@medcloud/contract';
import { openPortal } from '../../../../domain/billing/payments/open-portal.ts';
import { handler } from '../../../server/handler.ts';

export const doctorPortal = handler(routes.billingCards.doctorPortal, ({ context, request }) =>
  openPortal(context, request),
);
