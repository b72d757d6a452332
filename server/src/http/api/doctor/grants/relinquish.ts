import { routes } from '@medcloud/contract';
import { revokeGrant } from '../../../../domain/access/grants/revoke-grant.ts';
import { handler } from '../../../server/handler.ts';

export const relinquish = handler(routes.doctor.relinquishGrant, ({ context, scope, request, params }) =>
  revokeGrant(context, scope, request, params.id, null),
);
