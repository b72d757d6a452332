import { routes } from '@medcloud/contract';
import { listSystemLog } from '../../../domain/system-log/list-system-log.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const systemLogs = handler(routes.admin.systemLogs, async ({ context, scope, query, httpRequest, reply }) => {
  const page = await listSystemLog(context, scope, query);
  setPageHeaders(httpRequest, reply, page);
  return page.entries;
});
