import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request received by the gateway. */
export interface GatewayCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface SmsGateway {
  origin: string;
  calls: GatewayCall[];
  /** The response to all following requests. `drop` closes the connection after reading; `hang` never responds. */
  nextResponse: { status: number; body: string } | 'drop' | 'hang';
  close(): Promise<void>;
}

/** Starts an HTTP server on 127.0.0.1 in place of Twilio or another gateway. It records all requests. */
export async function startSmsGateway(port = 0): Promise<SmsGateway> {
  const server = createServer((request, response) => void handleRequest(gateway, request, response));
  const gateway: SmsGateway = {
    origin: '',
    calls: [],
    nextResponse: { status: 201, body: '{"sid":"SM1"}' },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
  gateway.origin = `http://127.0.0.1:${address.port}`;
  return gateway;
}

async function handleRequest(gateway: SmsGateway, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  gateway.calls.push({
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  });
  const { nextResponse } = gateway;
  if (nextResponse === 'hang') return;
  if (nextResponse === 'drop') request.socket.destroy();
  else response.writeHead(nextResponse.status, { 'content-type': 'application/json' }).end(nextResponse.body);
}
