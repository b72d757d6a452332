import { Readable } from 'node:stream';
import { routes } from '@medcloud/contract';
import { exportAudit } from '../../../../domain/audit/export/export-audit.ts';
import { streamHandler } from '../../../server/handler.ts';
import { fileHeaders } from '../../../server/security-headers.ts';
import { sendStream } from '../../../streams/send-stream.ts';

/** GET /api/admin/audit/export: streams page by page with back-pressure. */
export const exportAuditEvents = streamHandler(
  routes.admin.exportAuditEvents,
  async ({ context, scope, request, query, httpRequest, reply }) => {
    const isHead = httpRequest.method === 'HEAD';
    const { lines } = await exportAudit(context, scope, request, query, !isHead);
    const day = context.clock.now().toISOString().slice(0, 10);
    reply.headers({
      ...fileHeaders,
      'content-type': 'application/fhir+ndjson',
      'content-disposition': `attachment; filename="medcloud-audit-${day}.ndjson"`,
    });
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.writeHead(200);
    if (isHead) return reply.raw.end();
    try {
      await sendStream(Readable.from(lines()), (chunks) => chunks, reply.raw);
    } catch (error) {
      httpRequest.log.warn({ err: error, route: routes.admin.exportAuditEvents.path }, 'an export ended early');
      reply.raw.destroy();
    }
    return reply;
  },
);
