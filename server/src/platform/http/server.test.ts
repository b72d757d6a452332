import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../kit/clock.ts';
import { systemRandom } from '../kit/random.ts';
import { openAnswerTimes } from './answer-times.ts';
import { openLog } from './log.ts';
import { openServer } from './server.ts';

const requestMs = 500;

describe('the bare server', () => {
  let app: FastifyInstance;
  const sockets: Socket[] = [];
  const logged: string[] = [];
  let answering: (reply: FastifyReply) => Promise<void>;

  beforeEach(async () => {
    app = await openServer({
      logger: openLog('warn', { out: { write: (line) => void logged.push(line) } }),
      random: systemRandom,
      https: false,
      times: openAnswerTimes(systemClock),
      trustedProxies: [],
      methodsOf: () => null,
      limits: { requestMs, connections: 3 },
    });
    app.post('/login', async () => ({ ok: true }));
    app.post('/stream', (_, reply) => answering(reply));
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app.close();
    expect(logged.splice(0)).toEqual([]);
  });

  const opened = () => {
    const { port } = new URL(app.listeningOrigin);
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  const heads = (path: string, bytes: number) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;

  /** Sends a byte every 50 ms until the connection is closed; gives the answer, and how long it took. */
  async function trickle(socket: Socket, head: string): Promise<{ answer: string; ms: number }> {
    const startedAt = performance.now();
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.write(head);
    const timer = setInterval(() => socket.write(' '), 50);
    // a byte that meets the closed connection is answered by a reset: an end as well
    await Promise.race([new Promise((resolve) => socket.once('close', resolve)), wait(5_000)]);
    clearInterval(timer);
    expect(socket.closed).toBe(true);
    return { answer, ms: performance.now() - startedAt };
  }

  it('cuts a body that trickles, and says so', async () => {
    const { answer, ms } = await trickle(opened(), heads('/login', 5_000));
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*"code":"too_slow"/s);
    expect(ms).toBeGreaterThan(requestMs - 20);
  });

  it('cuts a body that trickles behind its answer', async () => {
    const { answer } = await trickle(opened(), heads('/api/nowhere', 5_000));
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('lets a request that has arrived take longer, and the connection stay', async () => {
    const socket = opened();
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.write(`${heads('/login', 2)}{}`);
    await once(socket, 'data');
    await wait(1.5 * requestMs);
    socket.write(`${heads('/login', 2)}{}`);
    await once(socket, 'data');
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });

  it('ends behind an answer that was under way, though its connection would stay', async () => {
    const slow = Promise.withResolvers<void>();
    const socket = opened();
    answering = async (reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-length': 2 });
      reply.raw.write('o');
      await slow.promise;
      reply.raw.end('k');
    };
    socket.write(`${heads('/stream', 2)}{}`);
    await once(socket, 'data');
    const closing = app.close();
    await wait(100);
    slow.resolve();
    const late = wait(3_000).then(() => 'late');
    expect(await Promise.race([closing.then(() => 'ended'), late])).toBe('ended');
  });

  it('takes no more connections than it can hold', async () => {
    const first = [opened(), opened(), opened()];
    await Promise.all(first.map((socket) => once(socket, 'connect')));
    const fourth = opened();
    await once(fourth, 'close', { signal: AbortSignal.timeout(5_000) });
    expect(first.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  });
});
