import { routes } from '@medcloud/contract';
import { describeBilling } from '../../../domain/billing/describe-billing.ts';
import { edge } from '../../server/edge.ts';

export const billing = edge(routes.doctor.billingOverview, ({ portal, scope }) => describeBilling(portal, scope));
