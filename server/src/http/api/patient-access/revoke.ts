import { routes } from '@medcloud/contract';
import { revokeGrants } from '../../../domain/access/revoke-grants.ts';
import { edge } from '../../server/edge.ts';

export const revoke = edge(routes.patientAccess.revoke, ({ portal, asking, body }) =>
  revokeGrants(portal, asking, body),
);
