import { routes } from '@medcloud/contract';
import { listAccessiblePatients } from '../../../domain/access/grants/list-accessible-patients.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const accessiblePatients = handler(
  routes.doctor.accessiblePatients,
  async ({ context, scope, request, query, httpRequest, reply }) => {
    const list = await listAccessiblePatients(context, scope, request, query);
    setPageHeaders(httpRequest, reply, list);
    return list.patients;
  },
);
