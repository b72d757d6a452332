import { routes } from '@medcloud/contract';
import { listPatientAccess } from '../../../../domain/access/list-access-log.ts';
import { edge } from '../../../server/edge.ts';
import { setPage } from '../../../server/paging.ts';

export const accessLog = edge(
  routes.center.accessLog,
  async ({ portal, scope, asking, params, query, request, out }) => {
    const page = await listPatientAccess(portal, scope, asking, params.patientId, query);
    setPage(request, out, page);
    return page.entries;
  },
);
