import { routes } from '@medcloud/contract';
import { changeCenter } from '../../../domain/centers/change-center.ts';
import { describeCenter, listCenters } from '../../../domain/centers/list-centers.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const medicalCenters = handler(
  routes.admin.medicalCenters,
  async ({ context, scope, query, httpRequest, reply }) => {
    const list = await listCenters(context, scope, query);
    setPageHeaders(httpRequest, reply, list);
    return list.centers;
  },
);

export const medicalCenter = handler(routes.admin.medicalCenter, async ({ context, scope, params }) => ({
  medicalCenter: await describeCenter(context, scope, params.id),
}));

export const changeMedicalCenter = handler(
  routes.admin.changeMedicalCenter,
  async ({ context, scope, request, params, body }) => ({
    medicalCenter: await changeCenter(context, scope, request, params.id, body),
  }),
);
