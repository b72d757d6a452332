import { routes } from '@medcloud/contract';
import { exportBooks } from '../../../../domain/billing/export/export-books.ts';
import { streamHandler } from '../../../server/handler.ts';
import { sendGeneratedFile } from '../../../streams/send-generated-file.ts';

export const billingExport = streamHandler(
  routes.billingAdmin.billingExport,
  async ({ context, scope, request, query, httpRequest, reply }) => {
    const isOnlyChecked = httpRequest.method === 'HEAD';
    const books = await exportBooks(context, scope, request, { ...query, isOnlyChecked });
    return await sendGeneratedFile(httpRequest, reply, books);
  },
);
