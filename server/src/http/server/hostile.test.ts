import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemRandom } from '../../platform/ids/random.ts';
import { openLog } from '../../platform/log/log.ts';
import { openAnswerTimes } from '../../platform/time/answer-times.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { openServer } from './server.ts';

const limits = { headersMs: 300, lookMs: 50, requestMs: 500, idleMs: 200, connections: 200, connectionsPerAddress: 64 };
/** For tests that no clock may end: one names the limit that it is about. */
const patient = { ...limits, headersMs: 600_000, requestMs: 600_000, idleMs: 600_000 };
const crowd = 60;
/** More than the system keeps of an answer on its way. */
const large = Buffer.alloc(64 * 1_048_576);

/** Who holds connections and gives nothing loses them, and others are served meanwhile (security 6, R11). */
describe('a hostile network (T-R11)', () => {
  let app: FastifyInstance;
  const sockets: Socket[] = [];
  const logged: string[] = [];
  let asked = 0;

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app.close();
    expect(logged.splice(0)).toEqual([]);
  });

  async function open(given: { trustedProxies?: string[]; limits?: Partial<typeof limits> } = {}): Promise<void> {
    app = await openServer({
      logger: openLog('warn', { out: { write: (line) => void logged.push(line) } }),
      random: systemRandom,
      https: false,
      times: openAnswerTimes(systemClock),
      trustedProxies: given.trustedProxies ?? [],
      methodsOf: () => null,
      limits: { ...patient, ...given.limits },
    });
    app.post('/login', async () => ({ ok: true }));
    app.get('/large', async () => large);
    app.addHook('onRequest', async () => {
      asked += 1;
    });
    asked = 0;
    await app.listen({ host: '127.0.0.1', port: 0 });
  }

  /** A connection from another of this machine's own addresses: each counts as somebody else. */
  const from = (localAddress: string): Socket => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.listeningOrigin).port), localAddress });
    sockets.push(socket.on('error', () => undefined));
    return socket;
  };
  const many = (count: number, localAddress: string) => Array.from({ length: count }, () => from(localAddress));
  const closed = (list: readonly Socket[]) => list.filter((socket) => socket.closed).length;
  const connected = (list: readonly Socket[]) => Promise.all(list.map((socket) => once(socket, 'connect')));
  const held = async () =>
    await new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));

  /** What is answered until the connection ends. */
  async function answerTo(socket: Socket, text: string): Promise<string> {
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    const over = socket.closed ? Promise.resolve() : once(socket, 'close');
    socket.write(text);
    await over;
    return answer;
  }
  const post = (body: string, length = body.length) =>
    `POST /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
  const statusOf = async (address: string, text: string) => Number((await answerTo(from(address), text)).slice(9, 12));

  it('takes back connections on which no headers end, or nothing comes at all, and serves others meanwhile', async () => {
    await open({ limits: { headersMs: limits.headersMs } });
    // their time begins when all are there and another was served
    const { headersTimeout } = app.server;
    app.server.headersTimeout = patient.headersMs;
    const [half, silent] = [many(crowd, '127.0.0.2'), many(crowd, '127.0.0.3')];
    for (const socket of half) socket.resume().write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    for (const socket of silent) socket.resume();
    await connected([...half, ...silent]);
    expect(await statusOf('127.0.0.4', post('{}'))).toBe(200);
    await expect.poll(held).toBe(2 * crowd);
    app.server.headersTimeout = headersTimeout;
    await expect.poll(() => closed([...half, ...silent])).toBe(2 * crowd);
    await expect.poll(held).toBe(0);
  });

  it('takes back connections whose bodies come a byte at a time, however many', async () => {
    await open({ limits: { requestMs: limits.requestMs } });
    const slow = many(crowd, '127.0.0.2');
    for (const socket of slow) socket.resume().write(post('', 1_000));
    const drip = setInterval(() => {
      for (const socket of slow) if (!socket.destroyed) socket.write(' ');
    }, 50);
    onTestFinished(() => clearInterval(drip));
    await expect.poll(() => closed(slow)).toBe(crowd);
    await expect.poll(held).toBe(0);
  });

  it('takes back connections whose reader takes nothing of an answer', async () => {
    await open({ limits: { requestMs: limits.requestMs } });
    const stuck = many(8, '127.0.0.2');
    for (const socket of stuck) socket.pause().write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => asked).toBe(8);
    await expect.poll(held).toBe(0);
  });

  it('takes back connections on which nothing more is asked, and leaves a proxy’s to the proxy', async () => {
    await open({ limits: { idleMs: limits.idleMs } });
    // the time begins behind the second answer
    const { keepAliveTimeout } = app.server;
    app.server.keepAliveTimeout = patient.idleMs;
    const ask = `GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const answered = (socket: Socket) => once(socket, 'data').then(([chunk]) => String(chunk));
    const idle = from('127.0.0.2');
    idle.write(ask);
    await answered(idle);
    app.server.keepAliveTimeout = keepAliveTimeout;
    idle.write(ask);
    await answered(idle);
    await expect.poll(held).toBe(0);
    await app.close();
    await open({ trustedProxies: ['127.0.0.2/32'] });
    const proxied = from('127.0.0.2');
    proxied.write(ask);
    expect(await answered(proxied)).toMatch(/^keep-alive: timeout=72\r$/im);
  });

  it('holds 64 connections of one address, and takes new ones as they end', async () => {
    await open();
    const first = many(64, '127.0.0.2');
    await expect.poll(held).toBe(64);
    const beyond = many(20, '127.0.0.2');
    for (const socket of beyond) socket.resume();
    await expect.poll(() => closed(beyond)).toBe(20);
    expect(closed(first)).toBe(0);
    expect(await statusOf('127.0.0.4', post('{}'))).toBe(200);
    for (const socket of first) socket.destroy();
    await expect.poll(held).toBe(0);
    expect(await statusOf('127.0.0.2', post('{}'))).toBe(200);
  });

  it('does not bind the proxy in front, which speaks for everybody', async () => {
    await open({ trustedProxies: ['127.0.0.2/32'] });
    const proxied = many(100, '127.0.0.2');
    await expect.poll(held).toBe(100);
    expect(closed(proxied)).toBe(0);
  });

  it.each([
    ['headers of a megabyte', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Bomb: ${'a'.repeat(1_000_000)}\r\n\r\n`, 431],
    ['ten thousand headers', `GET / HTTP/1.1\r\nHost: localhost\r\n${'a: b\r\n'.repeat(10_000)}\r\n`, 431],
    ['JSON beyond 100 KiB', post(`"${'a'.repeat(102_400)}"`), 413],
    ['JSON that says it is 500 MB', post('{', 500_000_000), 413],
    ['JSON nested a thousand deep', post(`${'['.repeat(1_000)}${']'.repeat(1_000)}`), 400],
    ['JSON with a prototype', post('{"__proto__":{"isAdmin":true}}'), 400],
  ])('refuses %s', async (_, text, status) => {
    await open();
    expect(await statusOf('127.0.0.2', text)).toBe(status);
    expect(await statusOf('127.0.0.2', post('{}'))).toBe(200);
  });
});
