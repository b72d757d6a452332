import { routes } from '@medcloud/contract';
import { describeExtent } from '../../../../domain/breaches/list-affected.ts';
import { handler } from '../../../server/handler.ts';

export const breachExtent = handler(routes.breaches.breachExtent, ({ context, scope, params }) =>
  describeExtent(context, scope, params.id),
);
