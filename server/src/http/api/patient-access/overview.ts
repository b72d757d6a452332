import { routes } from '@medcloud/contract';
import { openOverview } from '../../../domain/access/overview/open-overview.ts';
import { handler } from '../../server/handler.ts';

export const opening = handler(routes.patientAccess.openOverview, ({ context, request, body }) =>
  openOverview(context, request, body),
);
