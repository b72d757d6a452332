import { routes } from '@medcloud/contract';
import { listAffected } from '../../../../domain/breaches/list-affected.ts';
import { handler } from '../../../server/handler.ts';
import { setPageHeaders } from '../../../server/set-page-headers.ts';

export const breachPatients = handler(
  routes.breaches.breachPatients,
  async ({ context, scope, request, params, query, httpRequest, reply }) => {
    const page = await listAffected(context, scope, request, params.id, query);
    setPageHeaders(httpRequest, reply, page);
    return page.patients;
  },
);
