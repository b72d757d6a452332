import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

/** What VIES does with the next calls, one each. `member`: the country's own register does not answer. */
export type ViesFault = 'down' | 'member' | 'hang-up' | 'garbage' | 'huge' | 'other-number' | 'asker' | 'redirect';

/**
 * A stand-in for the VIES REST service of the European Commission, after its published shapes. It is **not** VIES: it
 * proves that the portal's calls fit those shapes, and shows nothing of what VIES knows.
 */
export interface ViesServer {
  /** For VIES_URL. */
  address: string;
  /** Numbers with the prefix that VIES knows as valid. */
  valid: Set<string>;
  /** Answers every call with this fault. */
  always: ViesFault | null;
  faults: ViesFault[];
  /** The bodies of the calls. */
  calls: unknown[];
  close(): Promise<void>;
}

const callShape = z.strictObject({
  countryCode: z.string().length(2),
  vatNumber: z.string().min(1),
  requesterMemberStateCode: z.string().length(2).optional(),
  requesterNumber: z.string().optional(),
});
const fail = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] });

export async function startViesServer(): Promise<ViesServer> {
  const state = { valid: new Set<string>(), always: null as ViesFault | null, faults: [] as ViesFault[] };
  const calls: unknown[] = [];
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const text = Buffer.concat(await request.toArray()).toString('utf8');
    const send = (status: number, json: unknown) =>
      void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (request.method !== 'POST' || request.url !== '/check-vat-number') return void reply.writeHead(404).end();
    const { countryCode, vatNumber, requesterNumber } = callShape.parse(JSON.parse(text));
    calls.push(JSON.parse(text));
    const fault = state.always ?? state.faults.shift();
    if (fault === 'hang-up') return void request.socket.destroy();
    if (fault === 'down') return void reply.writeHead(503).end();
    if (fault === 'redirect') return void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    if (fault === 'garbage') return void reply.writeHead(200).end('<html>');
    if (fault === 'huge') return void reply.writeHead(200).end(`{"valid":true,"name":"${'x'.repeat(2_000_000)}"}`);
    if (fault === 'member') return send(500, fail('MS_UNAVAILABLE'));
    if (fault === 'asker' && requesterNumber !== undefined) return send(400, fail('INVALID_REQUESTER_INFO'));
    const isValid = state.valid.has(countryCode + vatNumber);
    send(200, {
      ...{ countryCode, vatNumber: fault === 'other-number' ? '1' : vatNumber, valid: isValid },
      ...{ requestDate: '2026-11-28T00:00:00.000Z', name: isValid ? 'A NAME' : '---', address: '---' },
      requestIdentifier: isValid && requesterNumber !== undefined ? `WAPIAAAA${calls.length}` : '',
    });
  };
  const server = createServer((request, reply) => void answer(request, reply));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return Object.assign(state, {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ calls, close },
  });
}
