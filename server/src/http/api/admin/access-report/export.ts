import { routes } from '@medcloud/contract';
import { exportAccessReport } from '../../../../domain/access-report/export-report.ts';
import { streamHandler } from '../../../server/handler.ts';
import { sendGeneratedFile } from '../../../streams/send-generated-file.ts';

export const accessReportFile = streamHandler(
  routes.accessReport.fileOfAdmin,
  async ({ context, scope, request, query, httpRequest, reply }) => {
    const file = await exportAccessReport(context, scope, request, query, httpRequest.method !== 'HEAD');
    return await sendGeneratedFile(httpRequest, reply, file);
  },
);
