import { routes } from '@medcloud/contract';
import { changeGrant } from '../../../domain/access/change-grant.ts';
import { edge } from '../../server/edge.ts';

export const change = edge(routes.patientAccess.change, ({ portal, asking, body }) =>
  changeGrant(portal, asking, body),
);
