import { routes } from '@medcloud/contract';
import { listAudit } from '../../../domain/auditing/list-audit.ts';
import { edge } from '../../server/edge.ts';
import { setPage } from '../../server/paging.ts';

export const auditEvents = edge(routes.admin.auditEvents, async ({ portal, scope, asking, query, request, out }) => {
  const page = await listAudit(portal, scope, asking, query);
  setPage(request, out, page);
  return page.entries;
});
