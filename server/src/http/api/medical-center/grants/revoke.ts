import { routes } from '@medcloud/contract';
import { endGrant } from '../../../../domain/access/grants/revoke-grant.ts';
import { handler } from '../../../server/handler.ts';

export const revokeGrant = handler(routes.center.revokeGrant, ({ context, scope, request, params, body }) =>
  endGrant(context, scope, request, params.id, body.reason),
);
