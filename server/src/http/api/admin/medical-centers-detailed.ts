import { routes } from '@medcloud/contract';
import { listCentersDetailed } from '../../../domain/centers/list-centers.ts';
import { edge } from '../../server/edge.ts';
import { setPage } from '../../server/paging.ts';

export const medicalCentersDetailed = edge(
  routes.admin.medicalCentersDetailed,
  async ({ portal, scope, query, request, out }) => {
    const list = await listCentersDetailed(portal, scope, query);
    setPage(request, out, list);
    return list.centers;
  },
);
