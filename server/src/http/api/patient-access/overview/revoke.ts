import { routes } from '@medcloud/contract';
import { revokeOverviewGrant } from '../../../../domain/access/overview/revoke-overview-grant.ts';
import { handler } from '../../../server/handler.ts';

export const revoke = handler(routes.patientAccess.revokeOverviewGrant, ({ context, request, body }) =>
  revokeOverviewGrant(context, request, body),
);
