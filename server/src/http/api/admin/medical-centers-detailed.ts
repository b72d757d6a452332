import { routes } from '@medcloud/contract';
import { listCenterDetails } from '../../../domain/centers/list-centers.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const medicalCentersDetailed = handler(
  routes.admin.medicalCentersDetailed,
  async ({ context, scope, query, httpRequest, reply }) => {
    const list = await listCenterDetails(context, scope, query);
    setPageHeaders(httpRequest, reply, list);
    return list.centers;
  },
);
