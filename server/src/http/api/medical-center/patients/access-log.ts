import { routes } from '@medcloud/contract';
import { listPatientAccessLog } from '../../../../domain/access/log/list-patient-access-log.ts';
import { handler } from '../../../server/handler.ts';
import { setPageHeaders } from '../../../server/set-page-headers.ts';

export const accessLog = handler(
  routes.center.accessLog,
  async ({ context, scope, request, params, query, httpRequest, reply }) => {
    const page = await listPatientAccessLog(context, scope, request, params.patientId, query);
    setPageHeaders(httpRequest, reply, page);
    return page.entries;
  },
);
