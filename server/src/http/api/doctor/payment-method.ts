import { routes } from '@medcloud/contract';
import { updatePaymentMethod } from '../../../domain/billing/update-payment-method.ts';
import { edge } from '../../server/edge.ts';

export const paymentMethod = edge(routes.doctor.updatePaymentMethod, ({ portal, scope, asking, body }) =>
  updatePaymentMethod(portal, scope, asking, body),
);
