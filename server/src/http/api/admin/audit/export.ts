import { routes } from '@medcloud/contract';
import { exportAudit } from '../../../../domain/audit/export/export-audit.ts';
import { streamHandler } from '../../../server/handler.ts';
import { sendGeneratedFile } from '../../../streams/send-generated-file.ts';

/** GET /api/admin/audit/export: streams page by page with back-pressure. */
export const exportAuditEvents = streamHandler(
  routes.admin.exportAuditEvents,
  async ({ context, scope, request, query, httpRequest, reply }) => {
    const { lines } = await exportAudit(context, scope, request, query, httpRequest.method !== 'HEAD');
    const name = `medcloud-audit-${context.clock.now().toISOString().slice(0, 10)}.ndjson`;
    return await sendGeneratedFile(httpRequest, reply, { name, mediaType: 'application/fhir+ndjson', bytes: lines });
  },
);
