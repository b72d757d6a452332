import { type FaultCode, faults, isFaultCode } from '@medcloud/contract/faults';
import type { Route } from '@medcloud/contract/route';
import { problem } from '@medcloud/contract/shapes/common';
import { messages as faultTexts } from '@medcloud/text/en/faults';
import { expect } from 'vitest';
import type { Row } from './rows.ts';
import { jsonOf, type TestResponse } from './send.ts';

/** Faults whose message depends on the case; the listed message is only the default. */
const faultsWithOwnMessage: ReadonlySet<FaultCode> = new Set([
  'validation',
  'rate_limited',
  'conflict',
  'malformed',
  'code_required',
]);

/**
 * Checks whether a path outside `/api/` responds with an HTML page (shapes, "Names and places") and not a problem body.
 */
const isPage = (path: string) => !path.startsWith('/api/') && !path.startsWith('/dicom-web/');

/** Expects the row's status and body; for a 2xx response also the contract's shape without additional keys. */
export function expectRow(response: TestResponse, row: Row, route: Route | null): void {
  expect(response.status, response.text.slice(0, 300)).toBe(row.status);
  if (row.method === 'HEAD') {
    expect(response.bytes.length).toBe(0);
    return;
  }
  if (row.body.startsWith('err:')) {
    if (!isPage(row.path)) expectFault(response, row.body);
    return;
  }
  if (route?.reply) {
    const json = jsonOf(response);
    expect(route.reply.parse(json)).toEqual(json);
  }
  if (route?.responseType === 'events') expect(response.headers['content-type']).toBe('text/event-stream');
  if (route?.responseType === 'page') expect(response.headers['content-type']).toMatch(/^text\/html\b/);
}

/** T-H1: expects the security headers on every response; on https also Strict-Transport-Security. */
export function expectSecurityHeaders({ headers }: TestResponse, posture: 'evaluation' | 'production'): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
  const hsts = posture === 'production' ? 'max-age=31536000; includeSubDomains' : undefined;
  expect(headers['strict-transport-security']).toBe(hsts);
}

function expectFault(response: TestResponse, body: string): void {
  const [, code, style] = body.split(/[: ]/);
  if (code === undefined || !isFaultCode(code)) throw new Error(`${body} is not a listed fault.`);
  expect(response.headers['cache-control']).toContain('no-store');
  if (style === 'text') expectMessage(response, code);
  else expectProblem(response, code);
}

/** Expects one sentence as plain text, which the screen shows unchanged. */
function expectMessage(response: TestResponse, code: FaultCode): void {
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  if (!faultsWithOwnMessage.has(code)) expect(response.text).toBe(faultTexts[code]);
  expect(response.text).toMatch(/^[A-Z][^\n{}]*$/);
}

function expectProblem(response: TestResponse, code: FaultCode): void {
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const json = jsonOf(response);
  const parsed = problem.parse(json);
  expect(parsed).toEqual(json);
  expect(parsed).toMatchObject({ status: faults[code].status, code, detail: parsed.message });
  if (!faultsWithOwnMessage.has(code)) expect(parsed.message).toBe(faultTexts[code]);
  if (code === 'validation') expect(parsed.errors?.length).toBeGreaterThan(0);
}
