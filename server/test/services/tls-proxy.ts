import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:https';
import { localhostCertificate } from './localhost-certificate.ts';

/** The reverse proxy of a portal on https: it terminates TLS and forwards the client's address in a header. */
export interface TlsProxy {
  /** `https://localhost:PORT`, the portal's PUBLIC_URL. */
  origin: string;
  /** Client agent that trusts only the proxy's certificate. */
  agent: Agent;
  /** Sets the portal's address once it listens. */
  setTarget(target: string): void;
  close(): Promise<void>;
}

/** Starts the proxy. It must start before its portal, which needs the proxy's address. */
export async function startTlsProxy(): Promise<TlsProxy> {
  let target: URL | null = null;
  const server = createServer({ ...localhostCertificate, minVersion: 'TLSv1.2' }, (from, back) => {
    if (target === null) back.writeHead(502).end();
    else forward(target, from, back);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const agent = new Agent({ keepAlive: true, ca: localhostCertificate.cert, lookup: toLoopback });
  return {
    origin: `https://localhost:${address.port}`,
    agent,
    setTarget(to) {
      target = new URL(to);
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Forwards a request with its path and headers unchanged, except the forwarding headers. */
function forward({ hostname, port }: URL, from: IncomingMessage, back: ServerResponse): void {
  const headers = { ...from.headers, 'x-forwarded-for': from.socket.remoteAddress ?? '', 'x-forwarded-proto': 'https' };
  const to = request({ hostname, port, method: from.method, path: from.url, headers, agent: false }, (response) => {
    back.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(back);
    response.on('error', () => back.destroy());
  });
  to.on('error', () => (back.headersSent ? back.destroy() : back.writeHead(502).end()));
  back.on('close', () => to.destroy());
  from.pipe(to);
}

const toLoopback: NonNullable<ConstructorParameters<typeof Agent>[0]>['lookup'] = (_, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
