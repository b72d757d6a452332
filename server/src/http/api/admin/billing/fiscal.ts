import { routes } from '@medcloud/contract';
import { listDocuments } from '../../../../domain/billing/fiscal/list-documents.ts';
import { handler } from '../../../server/handler.ts';
import { setPageHeaders } from '../../../server/set-page-headers.ts';

export const fiscalDocuments = handler(
  routes.billingFiscal.fiscalDocuments,
  async ({ context, scope, query, httpRequest, reply }) => {
    const list = await listDocuments(context, scope, query);
    setPageHeaders(httpRequest, reply, list);
    return list.documents;
  },
);
