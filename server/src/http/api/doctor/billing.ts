import { routes } from '@medcloud/contract';
import { describeBilling } from '../../../domain/billing/describe-billing.ts';
import { handler } from '../../server/handler.ts';

export const billing = handler(routes.doctor.billingOverview, ({ context, scope }) => describeBilling(context, scope));
