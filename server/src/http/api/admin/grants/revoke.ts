import { routes } from '@medcloud/contract';
import { revokeGrant } from '../../../../domain/access/grants/revoke-grant.ts';
import { handler } from '../../../server/handler.ts';

export const revokeGrantByAdmin = handler(routes.admin.revokeGrant, ({ context, scope, request, params, body }) =>
  revokeGrant(context, scope, request, params.id, body.reason),
);
