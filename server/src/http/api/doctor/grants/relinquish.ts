import { routes } from '@medcloud/contract';
import { endGrant } from '../../../../domain/access/end-grant.ts';
import { edge } from '../../../server/edge.ts';

export const relinquish = edge(routes.doctor.relinquishGrant, ({ portal, scope, asking, params }) =>
  endGrant(portal, scope, asking, params.id, null),
);
