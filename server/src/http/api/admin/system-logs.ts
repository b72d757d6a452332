import { routes } from '@medcloud/contract';
import { listSystemLog } from '../../../domain/system-log/list-events.ts';
import { edge } from '../../server/edge.ts';
import { setPage } from '../../server/paging.ts';

export const systemLogs = edge(routes.admin.systemLogs, async ({ portal, scope, query, request, out }) => {
  const page = await listSystemLog(portal, scope, query);
  setPage(request, out, page);
  return page.entries;
});
