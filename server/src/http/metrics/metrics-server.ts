import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readChainState } from '../../domain/audit/chain/reads.ts';
import { readStreamLag } from '../../domain/audit/stream/reads.ts';
import { receiverName } from '../../domain/audit/stream/send-stream.ts';
import { systemScope } from '../../domain/authorization/authorize.ts';
import type { DbContext } from '../../domain/core/context.ts';
import type { SyslogSettings } from '../../platform/config/syslog-url.ts';

export interface MetricsServer {
  /** `http://127.0.0.1:PORT`. */
  origin: string;
  close(): Promise<void>;
}

interface MetricsOptions {
  port: number;
  auditStream: SyslogSettings | null;
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8'; // Prometheus text format

/**
 * Starts a server for `GET /metrics` in Prometheus's text format, on the loopback interface alone: the figures are the
 * operator's. Answers 404 to everything else, and 503 while the database does not answer.
 */
export async function startMetricsServer(
  context: DbContext,
  { port, auditStream }: MetricsOptions,
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    const metrics = await readMetrics(context, auditStream).catch(() => null);
    if (metrics === null) return response.writeHead(503).end();
    return response.writeHead(200, { 'content-type': contentType }).end(metrics);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readMetrics({ db }: DbContext, auditStream: SyslogSettings | null): Promise<string> {
  const gauges = await db.read(systemScope('health'), async (tx) => {
    const chain = await readChainState(tx);
    const lag = auditStream === null ? null : await readStreamLag(tx, receiverName(auditStream));
    return [
      gauge('medcloud_audit_unsealed_seconds', 'Age of the oldest audit event without a record.', chain.lagMs / 1_000),
      ...(lag === null ? [] : lagGauges(lag)),
    ];
  });
  return gauges.join('');
}

const lagGauges = ({ records, waitedMs }: { records: number; waitedMs: number }) => [
  gauge('medcloud_audit_stream_lag_records', 'Audit records that the receiver of AUDIT_STREAM_URL lacks.', records),
  gauge('medcloud_audit_stream_lag_seconds', 'How long the oldest of them has waited.', waitedMs / 1_000),
];

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
}
