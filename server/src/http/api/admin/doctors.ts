import { routes } from '@medcloud/contract';
import { listDoctors } from '../../../domain/doctors/list-doctors.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const doctors = handler(routes.admin.doctors, async ({ context, scope, query, httpRequest, reply }) => {
  const list = await listDoctors(context, scope, query);
  setPageHeaders(httpRequest, reply, list);
  return list.doctors;
});
