import { routes } from '@medcloud/contract';
import { changeCenter } from '../../../domain/centers/change-center.ts';
import { describeCenter, listCenters } from '../../../domain/centers/list-centers.ts';
import { edge } from '../../server/edge.ts';
import { setPage } from '../../server/paging.ts';

export const medicalCenters = edge(routes.admin.medicalCenters, async ({ portal, scope, query, request, out }) => {
  const list = await listCenters(portal, scope, query);
  setPage(request, out, list);
  return list.centers;
});

export const medicalCenter = edge(routes.admin.medicalCenter, async ({ portal, scope, params }) => ({
  medicalCenter: await describeCenter(portal, scope, params.id),
}));

export const changeMedicalCenter = edge(
  routes.admin.changeMedicalCenter,
  async ({ portal, scope, asking, params, body }) => ({
    medicalCenter: await changeCenter(portal, scope, asking, params.id, body),
  }),
);
