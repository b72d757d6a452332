import { once } from 'node:events';
import { request as httpRequest, METHODS } from 'node:http';
import { connect } from 'node:net';
import { routes } from '@medcloud/contract';
import { fillPath, type Route } from '@medcloud/contract/route';
import { screens } from '@medcloud/contract/screens';
import { problem } from '@medcloud/contract/shapes/common';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../src/http/server/create-server.ts';
import { findAllowedMethods } from '../../src/http/server/find-allowed-methods.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** Sends one request by node:http, which allows methods that fetch rejects. */
async function sendRequest(origin: string, method: string, path: string, headers: Record<string, string> = {}) {
  const request = httpRequest(`${origin}${path}`, { method, headers, agent: false });
  request.end();
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

/** Sends raw bytes and returns everything received. */
async function sendRaw(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(bytes);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('utf8');
  });
  await once(socket, 'close');
  return received;
}

const pathsOfApi = Object.values(routes).flatMap((area: Record<string, Route>) => Object.values(area));
const unusual = METHODS.filter((method) => !['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'CONNECT'].includes(method));

describe('rejected request', () => {
  let testApp: TestAppWithFixtures;
  const warnings: string[] = [];

  beforeAll(async () => {
    const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
    testApp = await startTestAppWithFixtures({ overrides: { logger } });
  });
  afterAll(() => testApp.close());

  it('gets 405 with the allowed methods of a known path for every HTTP method', async () => {
    const path = routes.auth.session.path;
    expect(unusual).toEqual(expect.arrayContaining(['PROPFIND', 'SEARCH', 'QUERY', 'TRACE', 'OPTIONS', 'PUT']));
    for (const method of [...unusual, 'POST', 'DELETE']) {
      const response = await sendRequest(testApp.origin, method, path);
      expect([method, response.status, response.headers.allow]).toEqual([method, 405, 'GET, HEAD']);
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    }
  });

  const names = pathsOfApi.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const params = Object.fromEntries(names.map((name) => [name, 'x']));

  /** DELETE of `/sessions/end-others` matches the path of a session id. */
  const matchesPath = (path: string, url: string) => {
    const segments = url.split('/');
    const own = path.split('/');
    return own.length === segments.length && own.every((text, at) => /^{\w+}$/.test(text) || text === segments[at]);
  };

  it('gets 405 with the methods of each contract path, and 404 for an unknown path', async () => {
    for (const { path } of pathsOfApi) {
      const url = fillPath(path, params);
      const own = pathsOfApi
        .filter((route) => route.path === path || matchesPath(route.path, url))
        .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      const { status, headers } = await sendRequest(testApp.origin, 'PROPFIND', `${url}?a=b`);
      expect([path, status, headers.allow?.split(', ').toSorted()]).toEqual([path, 405, [...new Set(own)].toSorted()]);
    }
    for (const method of ['PROPFIND', 'GET'])
      expect((await sendRequest(testApp.origin, method, '/api/nothing')).status).toBe(404);
  });

  it('gets 405 for a write method on a page', async () => {
    for (const path of ['/', screens.support, '/doctor/patient-exams/P-1'])
      for (const method of ['POST', 'DELETE', 'PUT']) {
        const { status, headers } = await sendRequest(testApp.origin, method, path);
        expect([path, method, status, headers.allow]).toEqual([path, method, 405, 'GET, HEAD']);
      }
  });

  it('gets a problem response for invalid HTTP or too large headers', async () => {
    for (const [bytes, status, code] of [
      ['NONSENSE / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed'],
      ['GET /api/health/live HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n', 400, 'malformed'],
      ['hello\r\n\r\n', 400, 'malformed'],
      [`GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ] as const) {
      const received = await sendRaw(testApp.origin, bytes);
      const [head = '', body = ''] = received.split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .+\r\n`));
      expect(head.toLowerCase()).toContain('content-type: application/problem+json');
      expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
      const parsed = problem.parse(JSON.parse(body));
      expect([parsed.status, parsed.code, parsed.requestId.length]).toEqual([status, code, 12]);
    }
  });

  it('signs out with any body and returns 200', async () => {
    const { centerA } = testApp.fixtures;
    const login = { centerId: centerA.centerId, password: centerA.password };
    for (const [body, type] of [
      ['{ not json', 'application/json'],
      ['text', 'text/plain'],
      ['x'.repeat(200_000), 'application/json'],
      ['[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]', 'application/json'],
      ['', 'application/json'],
      ['--x--', 'multipart/form-data; boundary=x'],
    ] as const) {
      const client = await testApp.anonymous.copy().signIn(routes.auth.centerLogin.path, login);
      const response = await client.raw('POST', routes.auth.logout.path, { body, headers: { 'content-type': type } });
      expect([type, response.status, await response.json()]).toEqual([type, 200, { ok: true }]);
      expect((await client.raw('GET', routes.auth.session.path)).status).toBe(401);
    }
  });

  it('keeps session and cookie for a cross-site logout by cookie', async () => {
    const { centerB } = testApp.fixtures;
    const headers = { 'sec-fetch-site': 'cross-site' };
    const response = await centerB.client.raw('POST', routes.auth.logout.path, { transport: 'cookie', headers });
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    expect(response.headers.get('clear-site-data')).toBeNull();
    expect((await centerB.client.raw('GET', routes.auth.session.path, { transport: 'cookie' })).status).toBe(200);
  });

  it('downloads completely with Connection: close and logs no warning', async () => {
    const { centerB } = testApp.fixtures;
    const path = `/api/download/${centerB.examId}`;
    for (let time = 0; time < 40; time += 1) {
      const headers = { ...centerB.client.credentials('bearer'), connection: 'close' };
      expect((await sendRequest(testApp.origin, 'GET', path, headers)).status).toBe(200);
    }
    // a warning about a download is logged before the event of its end
    await waitUntil(async () => {
      const { rows } = await testApp.superuser.query(
        `SELECT 1 FROM audit_events WHERE event = 'exam_download_ended' AND object_id = $1`,
        [centerB.examId],
      );
      return rows.length === 40;
    });
    expect(warnings.filter((line) => line.includes('ended early'))).toEqual([]);
  });
});

describe('malformed path', () => {
  it('gets the unknown page outside the API, and not_found in the API', async () => {
    const app = await createServer({
      logger: pino({ level: 'silent' }),
      random: { bytes: (length) => Buffer.alloc(length), int: () => 0 },
      isHttps: false,
      trustedProxies: [],
      findAllowedMethods,
      responseTimes: { add: () => undefined },
    });
    app.setNotFoundHandler((_, reply) => reply.status(404).type('text/html; charset=utf-8').send('<h1>404</h1>'));
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    for (const path of ['/%', '/doctor/%zz', '/%E0%A4%A?x=1']) {
      const { status, headers, text } = await sendRequest(origin, 'GET', path);
      expect([path, status, headers['content-type'], text]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
        '<h1>404</h1>',
      ]);
    }
    const { status, text } = await sendRequest(origin, 'GET', '/api/%');
    expect([status, problem.parse(JSON.parse(text)).code]).toEqual([404, 'not_found']);
    await app.close();
  });
});
