// This is not Stripe: a server that speaks its published shapes, for tests of our code against them and no more.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { parseForm, readBody } from './stripe/form.ts';
import { servePage } from './stripe/pages.ts';
import { StripeRecords } from './stripe/records.ts';
import { type Answer, respond } from './stripe/respond.ts';

export const stripeKey = 'sk_test_standin';
export const stripeSecret = 'whsec_standin';

/**
 * What happens to the next calls that move money. `error`: 500, saved under its key. `hang`: no answer. `hang-up`: acts, then
 * closes the connection. `busy`: 409, as for a key whose first call has no answer yet.
 */
export type Fault = 'error' | 'hang' | 'hang-up' | 'busy';

export interface StripeServer {
  origin: string;
  /** PAYMENTS_URL of a portal that uses it. */
  url: string;
  records: StripeRecords;
  /** Faults of the next POST requests, in order, but for those that make customers. */
  faults: Fault[];
  /** Faults of the next requests that make customers. */
  customerFaults: Fault[];
  /** Paths with method of all requests. */
  calls: string[];
  sign(payload: string, at: Date, secret?: string): string;
  /** Sends an event to a portal. Returns the status. */
  deliver(portal: string, event: object, at: Date): Promise<number>;
  close(): Promise<void>;
}

/** Signs an event as Stripe does, at a time. */
export function sign(payload: string, at: Date, secret = stripeSecret): string {
  const time = Math.floor(at.getTime() / 1_000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}

/** Starts a server with these records: those of an earlier one if it is to know them. */
export async function startStripeServer(records = new StripeRecords()): Promise<StripeServer> {
  const saved = new Map<string, Answer>();
  const faults: Fault[] = [];
  const customerFaults: Fault[] = [];
  const calls: string[] = [];
  const sockets = new Set<Socket>();

  const answer = async (request: IncomingMessage): Promise<{ answer: Answer; fault: Fault | undefined }> => {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const form = parseForm(request.method === 'POST' ? await readBody(request) : url.search.slice(1));
    calls.push(`${request.method} ${url.pathname}`);
    if (request.headers.authorization !== `Bearer ${stripeKey}`) return { answer: unauthorized, fault: undefined };
    if (url.pathname.endsWith('/broken')) return { answer: serverError, fault: undefined };
    if (request.method !== 'POST') return { answer: respond(records, 'GET', url.pathname, form), fault: undefined };
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? saved.get(key) : undefined;
    if (known !== undefined) return { answer: known, fault: faults[0] === 'hang-up' ? faults.shift() : undefined };
    const fault = (url.pathname === '/v1/customers' ? customerFaults : faults).shift();
    if (fault === 'busy') return { answer: keyInUse, fault };
    const made = fault === 'error' ? serverError : respond(records, 'POST', url.pathname, form);
    if (typeof key === 'string' && fault !== 'hang') saved.set(key, made);
    return { answer: made, fault };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (await servePage(records, request, response)) return;
    const { answer: made, fault } = await answer(request);
    if (fault === 'hang') return;
    if (fault === 'hang-up') return void request.socket.destroy();
    response.writeHead(made.status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(JSON.stringify(made.body));
  };

  const server = createServer((request, response) => void handle(request, response));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  records.origin = origin;
  return {
    origin,
    url: `stripe://${stripeKey}:${stripeSecret}@stripe?api=${origin}`,
    records,
    faults,
    customerFaults,
    calls,
    sign,
    deliver: async (portal, event, at) => {
      const payload = JSON.stringify(event);
      const headers = { 'content-type': 'application/json', 'stripe-signature': sign(payload, at) };
      return (await fetch(`${portal}/api/webhooks/payment`, { method: 'POST', headers, body: payload })).status;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const unauthorized: Answer = {
  status: 401,
  body: { error: { type: 'invalid_request_error', message: 'No such key' } },
};
const keyInUse: Answer = {
  status: 409,
  body: { error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use' } },
};
const serverError: Answer = { status: 500, body: { error: { type: 'api_error', message: 'An error occurred' } } };
