import { routes } from '@medcloud/contract';
import { openInvoiceFile } from '../../../../domain/billing/invoices/open-invoice-file.ts';
import { streamHandler } from '../../../server/handler.ts';
import { sendGeneratedFile } from '../../../streams/send-generated-file.ts';

export const centerInvoiceFile = streamHandler(
  routes.billing.centerInvoiceFile,
  async ({ context, scope, params, query, httpRequest, reply }) =>
    await sendGeneratedFile(httpRequest, reply, await openInvoiceFile(context, scope, params.id, query.language)),
);
