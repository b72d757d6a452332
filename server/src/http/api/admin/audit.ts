import { routes } from '@medcloud/contract';
import { listAudit } from '../../../domain/audit/search/list-audit.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const auditEvents = handler(
  routes.admin.auditEvents,
  async ({ context, scope, request, query, httpRequest, reply }) => {
    const page = await listAudit(context, scope, request, query);
    setPageHeaders(httpRequest, reply, page);
    return page.entries;
  },
);
