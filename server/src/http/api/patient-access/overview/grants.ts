import { routes } from '@medcloud/contract';
import { listOverview } from '../../../../domain/access/overview/list-overview.ts';
import { handler } from '../../../server/handler.ts';

export const overview = handler(routes.patientAccess.overview, ({ context, body }) => listOverview(context, body));
