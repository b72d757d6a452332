import { routes } from '@medcloud/contract';
import { showAccessReport } from '../../../domain/access-report/show-report.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const accessReport = handler(
  routes.accessReport.entriesOfCenter,
  async ({ context, scope, request, query, httpRequest, reply }) => {
    const page = await showAccessReport(context, scope, request, query);
    setPageHeaders(httpRequest, reply, page);
    return page.entries;
  },
);
