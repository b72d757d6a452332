import { Readable } from 'node:stream';
import { routes } from '@medcloud/contract';
import { exportAudit } from '../../../../domain/auditing/export-audit.ts';
import { rawEdge } from '../../../server/edge.ts';
import { fileHeaders } from '../../../server/security-headers.ts';
import { giveOut } from '../../../streams/give-out.ts';

/** GET /api/admin/audit/export: a page at a time, as fast as it is read. */
export const exportAuditEvents = rawEdge(
  routes.admin.exportAuditEvents,
  async ({ portal, scope, asking, query, request, out }) => {
    const isHead = request.method === 'HEAD';
    const { lines } = await exportAudit(portal, scope, asking, query, !isHead);
    const day = portal.clock.now().toISOString().slice(0, 10);
    out.headers({
      ...fileHeaders,
      'content-type': 'application/fhir+ndjson',
      'content-disposition': `attachment; filename="medcloud-audit-${day}.ndjson"`,
    });
    out.hijack();
    for (const [name, value] of Object.entries(out.getHeaders()))
      if (value !== undefined) out.raw.setHeader(name, value);
    out.raw.writeHead(200);
    if (isHead) return out.raw.end();
    try {
      await giveOut(Readable.from(lines()), (chunks) => chunks, out.raw);
    } catch (error) {
      request.log.warn({ err: error, route: routes.admin.exportAuditEvents.path }, 'an export ended early');
      out.raw.destroy();
    }
    return out;
  },
);
