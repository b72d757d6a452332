import { routes } from '@medcloud/contract';
import { changeCenterParty } from '../../../../domain/billing/own-billing.ts';
import { handler } from '../../../server/handler.ts';

export const centerParty = handler(routes.billing.centerParty, ({ context, scope, request, body }) =>
  changeCenterParty(context, scope, request, body),
);
