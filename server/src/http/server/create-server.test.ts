import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitUntil } from '../../../test/harness/wait-until.ts';
import { systemRandom } from '../../platform/ids/random.ts';
import { openLog } from '../../platform/log/log.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { openResponseTimes } from '../../platform/time/response-times.ts';
import { createServer } from './create-server.ts';

const requestTimeoutMs = 500;

describe('createServer', () => {
  let app: FastifyInstance;
  const sockets: Socket[] = [];
  const accepted: Socket[] = [];
  const logged: string[] = [];
  let handleStream: (reply: FastifyReply) => Promise<void>;

  beforeEach(async () => {
    app = await createServer({
      logger: openLog('warn', { out: { write: (line) => void logged.push(line) } }),
      random: systemRandom,
      isHttps: false,
      responseTimes: openResponseTimes(systemClock),
      trustedProxies: [],
      findAllowedMethods: () => null,
      limits: { headersTimeoutMs: 600_000, idleTimeoutMs: 600_000, requestTimeoutMs, maxConnections: 3 },
    });
    app.post('/login', async () => ({ ok: true }));
    app.post('/stream', (_, reply) => handleStream(reply));
    app.server.on('connection', (socket: Socket) => void accepted.push(socket));
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    for (const socket of [...sockets.splice(0), ...accepted.splice(0)]) socket.destroy();
    await app.close();
    expect(logged.splice(0)).toEqual([]);
  });

  const openSocket = () => {
    const { port } = new URL(app.listeningOrigin);
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  const requestHead = (path: string, bytes: number) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;

  /**
   * Sends the head, then a byte in each tenth of the request timeout. Returns the response before the timeout, and the
   * whole response.
   */
  async function trickle(head: string, isAnsweredImmediately = false): Promise<{ before: string; response: string }> {
    // The test controls the time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = openSocket();
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk.toString();
    });
    const closed = once(socket, 'close');
    const arrived = new Promise((resolve) => app.server.once('request', resolve));
    socket.write(head);
    await arrived;
    await waitUntil(() => vi.getTimerCount() > 0 && (response !== '' || !isAnsweredImmediately));
    const step = requestTimeoutMs / 10;
    for (let ms = step; ms < requestTimeoutMs; ms += step) {
      const readBytes = accepted[0]?.bytesRead ?? 0;
      socket.write(' ');
      await waitUntil(() => (accepted[0]?.bytesRead ?? 0) > readBytes);
      vi.advanceTimersByTime(step);
    }
    expect(socket.closed).toBe(false);
    const before = response;
    vi.advanceTimersByTime(step);
    await closed;
    return { before, response };
  }

  it('ends a request whose body trickles, with 408 too_slow', async () => {
    const { before, response } = await trickle(requestHead('/login', 5_000));
    expect(before).toBe('');
    expect(response).toMatch(/^HTTP\/1\.1 408 .*"code":"too_slow"/s);
  });

  it('closes the connection of a body that trickles after its response', async () => {
    const { before, response } = await trickle(requestHead('/api/nowhere', 5_000), true);
    expect(before).toMatch(/^HTTP\/1\.1 404 /);
    expect(response).toBe(before);
  });

  it('keeps the connection of a completely received request beyond the request timeout', async () => {
    const socket = openSocket();
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk.toString();
    });
    socket.write(`${requestHead('/login', 2)}{}`);
    await once(socket, 'data');
    // Waits for what must not happen. A slower machine only waits longer.
    await wait(1.5 * requestTimeoutMs);
    socket.write(`${requestHead('/login', 2)}{}`);
    await once(socket, 'data');
    expect(response.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });

  it('closes after the response in progress has ended, without waiting for its idle connection', async () => {
    const slow = Promise.withResolvers<void>();
    const socket = openSocket();
    handleStream = async (reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-length': 2 });
      reply.raw.write('o');
      await slow.promise;
      reply.raw.end('k');
    };
    socket.write(`${requestHead('/stream', 2)}{}`);
    await once(socket, 'data');
    let hasEnded = false;
    const closing = app.close().then(() => {
      hasEnded = true;
    });
    await waitUntil(() => !app.server.listening);
    expect(hasEnded).toBe(false);
    slow.resolve();
    // without closeIdleAfterResponse it stays for the idle timeout, which is longer
    await waitUntil(() => hasEnded);
    await closing;
  });

  it('accepts at most maxConnections connections', async () => {
    const first = [openSocket(), openSocket(), openSocket()];
    await Promise.all(first.map((socket) => once(socket, 'connect')));
    const fourth = openSocket();
    await once(fourth, 'close');
    expect(first.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  });
});
