import { routes } from '@medcloud/contract';
import { listAccessible } from '../../../domain/access/list-accessible.ts';
import { edge } from '../../server/edge.ts';
import { setPage } from '../../server/paging.ts';

export const accessiblePatients = edge(
  routes.doctor.accessiblePatients,
  async ({ portal, scope, asking, query, request, out }) => {
    const list = await listAccessible(portal, scope, asking, query);
    setPage(request, out, list);
    return list.patients;
  },
);
