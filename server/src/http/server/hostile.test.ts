import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemRandom } from '../../platform/ids/random.ts';
import { openLog } from '../../platform/log/log.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { openResponseTimes } from '../../platform/time/response-times.ts';
import { createServer } from './create-server.ts';

const limits = {
  headersTimeoutMs: 300,
  checkIntervalMs: 50,
  requestTimeoutMs: 500,
  idleTimeoutMs: 200,
  maxConnections: 200,
  maxConnectionsPerAddress: 64,
};
/** Long limits for tests in which no timeout may occur. A test overrides the limit it checks. */
const longLimits = { ...limits, headersTimeoutMs: 600_000, requestTimeoutMs: 600_000, idleTimeoutMs: 600_000 };
const connectionCount = 60;
/** More than the system buffers of a response. */
const large = Buffer.alloc(64 * 1_048_576);

/** Connections without useful traffic are closed, and other clients are served meanwhile (security 6, R11). */
describe('createServer (T-R11)', () => {
  let app: FastifyInstance;
  const sockets: Socket[] = [];
  const logged: string[] = [];
  let requestCount = 0;

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app.close();
    expect(logged.splice(0)).toEqual([]);
  });

  async function open(overrides: { trustedProxies?: string[]; limits?: Partial<typeof limits> } = {}): Promise<void> {
    app = await createServer({
      logger: openLog('warn', { out: { write: (line) => void logged.push(line) } }),
      random: systemRandom,
      isHttps: false,
      responseTimes: openResponseTimes(systemClock),
      trustedProxies: overrides.trustedProxies ?? [],
      findAllowedMethods: () => null,
      limits: { ...longLimits, ...overrides.limits },
    });
    app.post('/login', async () => ({ ok: true }));
    app.get('/large', async () => large);
    app.addHook('onRequest', async () => {
      requestCount += 1;
    });
    requestCount = 0;
    await app.listen({ host: '127.0.0.1', port: 0 });
  }

  /** Connects from another loopback address, which counts as another client. */
  const connectFrom = (localAddress: string): Socket => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.listeningOrigin).port), localAddress });
    sockets.push(socket.on('error', () => undefined));
    return socket;
  };
  const connectMany = (count: number, localAddress: string) =>
    Array.from({ length: count }, () => connectFrom(localAddress));
  const countClosed = (list: readonly Socket[]) => list.filter((socket) => socket.closed).length;
  const waitConnected = (list: readonly Socket[]) => Promise.all(list.map((socket) => once(socket, 'connect')));
  const countConnections = async () =>
    await new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));

  /** Reads the response until the connection closes. */
  async function readResponse(socket: Socket, text: string): Promise<string> {
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk.toString();
    });
    const closing = socket.closed ? Promise.resolve() : once(socket, 'close');
    socket.write(text);
    await closing;
    return response;
  }
  const post = (body: string, length = body.length) =>
    `POST /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
  const statusOf = async (address: string, text: string) =>
    Number((await readResponse(connectFrom(address), text)).slice(9, 12));

  it('closes connections with incomplete headers or without any data, and serves others meanwhile', async () => {
    await open({ limits: { headersTimeoutMs: limits.headersTimeoutMs } });
    // Their time starts when all are connected and another client was served.
    const { headersTimeout } = app.server;
    app.server.headersTimeout = longLimits.headersTimeoutMs;
    const [half, silent] = [connectMany(connectionCount, '127.0.0.2'), connectMany(connectionCount, '127.0.0.3')];
    for (const socket of half) socket.resume().write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    for (const socket of silent) socket.resume();
    await waitConnected([...half, ...silent]);
    expect(await statusOf('127.0.0.4', post('{}'))).toBe(200);
    await expect.poll(countConnections).toBe(2 * connectionCount);
    app.server.headersTimeout = headersTimeout;
    await expect.poll(() => countClosed([...half, ...silent])).toBe(2 * connectionCount);
    await expect.poll(countConnections).toBe(0);
  });

  it('closes many connections whose bodies arrive byte by byte', async () => {
    await open({ limits: { requestTimeoutMs: limits.requestTimeoutMs } });
    const slow = connectMany(connectionCount, '127.0.0.2');
    for (const socket of slow) socket.resume().write(post('', 1_000));
    const drip = setInterval(() => {
      for (const socket of slow) if (!socket.destroyed) socket.write(' ');
    }, 50);
    onTestFinished(() => clearInterval(drip));
    await expect.poll(() => countClosed(slow)).toBe(connectionCount);
    await expect.poll(countConnections).toBe(0);
  });

  it('closes connections whose client reads nothing of a response', async () => {
    await open({ limits: { requestTimeoutMs: limits.requestTimeoutMs } });
    const stuck = connectMany(8, '127.0.0.2');
    for (const socket of stuck) socket.pause().write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => requestCount).toBe(8);
    await expect.poll(countConnections).toBe(0);
  });

  it('closes idle connections, but keeps those of a trusted proxy for 72 s', async () => {
    await open({ limits: { idleTimeoutMs: limits.idleTimeoutMs } });
    // The time starts after the second response.
    const { keepAliveTimeout } = app.server;
    app.server.keepAliveTimeout = longLimits.idleTimeoutMs;
    const requestText = `GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const readChunk = (socket: Socket) => once(socket, 'data').then(([chunk]) => String(chunk));
    const idle = connectFrom('127.0.0.2');
    idle.write(requestText);
    await readChunk(idle);
    app.server.keepAliveTimeout = keepAliveTimeout;
    idle.write(requestText);
    await readChunk(idle);
    await expect.poll(countConnections).toBe(0);
    await app.close();
    await open({ trustedProxies: ['127.0.0.2/32'] });
    const proxied = connectFrom('127.0.0.2');
    proxied.write(requestText);
    expect(await readChunk(proxied)).toMatch(/^keep-alive: timeout=72\r$/im);
  });

  it('accepts 64 connections of one address, and new ones as they end', async () => {
    await open();
    const first = connectMany(64, '127.0.0.2');
    await expect.poll(countConnections).toBe(64);
    const beyond = connectMany(20, '127.0.0.2');
    for (const socket of beyond) socket.resume();
    await expect.poll(() => countClosed(beyond)).toBe(20);
    expect(countClosed(first)).toBe(0);
    expect(await statusOf('127.0.0.4', post('{}'))).toBe(200);
    for (const socket of first) socket.destroy();
    await expect.poll(countConnections).toBe(0);
    expect(await statusOf('127.0.0.2', post('{}'))).toBe(200);
  });

  it('does not limit the connections of a trusted proxy', async () => {
    await open({ trustedProxies: ['127.0.0.2/32'] });
    const proxied = connectMany(100, '127.0.0.2');
    await expect.poll(countConnections).toBe(100);
    expect(countClosed(proxied)).toBe(0);
  });

  it.each([
    ['headers of a megabyte', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Bomb: ${'a'.repeat(1_000_000)}\r\n\r\n`, 431],
    ['ten thousand headers', `GET / HTTP/1.1\r\nHost: localhost\r\n${'a: b\r\n'.repeat(10_000)}\r\n`, 431],
    ['JSON beyond 100 KiB', post(`"${'a'.repeat(102_400)}"`), 413],
    ['JSON that says it is 500 MB', post('{', 500_000_000), 413],
    ['JSON nested a thousand deep', post(`${'['.repeat(1_000)}${']'.repeat(1_000)}`), 400],
    ['JSON with a prototype', post('{"__proto__":{"isAdmin":true}}'), 400],
  ])('rejects %s', async (_, text, status) => {
    await open();
    expect(await statusOf('127.0.0.2', text)).toBe(status);
    expect(await statusOf('127.0.0.2', post('{}'))).toBe(200);
  });
});
