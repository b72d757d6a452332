import { routes } from '@medcloud/contract';
import { listDoctors } from '../../../domain/doctors/list-doctors.ts';
import { edge } from '../../server/edge.ts';
import { setPage } from '../../server/paging.ts';

export const doctors = edge(routes.admin.doctors, async ({ portal, scope, query, request, out }) => {
  const list = await listDoctors(portal, scope, query);
  setPage(request, out, list);
  return list.doctors;
});
