import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:https';
import { localhostCertificate } from './localhost-certificate.ts';

/** The proxy that stands before a portal on https: it ends TLS, and says by header whose request it hands on. */
export interface TlsProxy {
  /** `https://localhost:PORT`, the portal's PUBLIC_URL. */
  origin: string;
  /** Connections of somebody who trusts the proxy's certificate, and no other one. */
  agent: Agent;
  /** Where the portal behind it listens, once it does. */
  setTarget(target: string): void;
  close(): Promise<void>;
}

/** Opens before its portal, which has to know its address. */
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

/** The path as it stands, and the headers but the one that says who came. */
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
