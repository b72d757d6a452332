import { routes } from '@medcloud/contract';
import { endGrant } from '../../../../domain/access/end-grant.ts';
import { edge } from '../../../server/edge.ts';

export const revokeGrant = edge(routes.center.revokeGrant, ({ portal, scope, asking, params, body }) =>
  endGrant(portal, scope, asking, params.id, body.reason),
);
