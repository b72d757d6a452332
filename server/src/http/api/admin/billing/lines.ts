import { routes } from '@medcloud/contract';
import { listLines } from '../../../../domain/billing/bank/list-lines.ts';
import { handler } from '../../../server/handler.ts';
import { setPageHeaders } from '../../../server/set-page-headers.ts';

export const bankLines = handler(
  routes.billingBank.bankLines,
  async ({ context, scope, query, httpRequest, reply }) => {
    const list = await listLines(context, scope, query);
    setPageHeaders(httpRequest, reply, list);
    return list.lines;
  },
);
