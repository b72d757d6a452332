import { routes } from '@medcloud/contract';
import { changeOverviewGrant } from '../../../../domain/access/overview/change-overview-grant.ts';
import { handler } from '../../../server/handler.ts';

export const change = handler(routes.patientAccess.changeOverviewGrant, ({ context, request, body }) =>
  changeOverviewGrant(context, request, body),
);
