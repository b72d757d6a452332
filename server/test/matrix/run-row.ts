import type { Route } from '@medcloud/contract/route';
import { expect } from 'vitest';
import * as z from 'zod';
import type { Client, Transport } from '../harness/client.ts';
import type { Attempt, Variant } from './attempt.ts';
import { expectRow, expectSecurityHeaders } from './expectations.ts';
import { type AuditExpectation, expectedAuditOf } from './expected-audit.ts';
import type { MatrixFixture } from './matrix-fixture.ts';
import { allRoutes, factsOf, type MemberActor, type Row, routeOf, type Sender } from './rows.ts';
import { jsonOf, type RequestSpec, type TestResponse } from './send.ts';

/** Returns the transports of a row's credentials; the row is sent once by each (shapes, "How the matrix is read", 1). */
export function transportsOf(row: Row): readonly Transport[] {
  if (row.actor === 'anonymous' || /\/login$/.test(row.path)) return ['bearer'];
  if (row.variant === 'cookie_cross_site') return ['cookie', 'both'];
  // These two variants set their own credentials.
  if (row.variant === 'bearer_and_cookie_of_different_users') return ['both'];
  if (row.variant === 'token_in_query_string') return ['bearer'];
  return ['bearer', 'cookie', 'both'];
}

/**
 * Sends a row by one transport, and checks every response. A member whose role does not open the route sends what center A's own
 * account prepared.
 */
export async function runRow(
  fixture: MatrixFixture,
  row: Row,
  variant: Variant,
  transport: Transport,
  member?: MemberActor,
): Promise<void> {
  const { actor } = row;
  const attempt: Attempt = {
    fixture,
    row,
    actor,
    sender: member === undefined || isRefusedToRole(row) ? actor : member,
    transport,
    send: async (request, client) => {
      const sender =
        client === undefined && actor !== 'anonymous'
          ? await clientOf(fixture, row, member ?? actor)
          : (client ?? null);
      const isRepeat = row.variant === 'repeat_same' || fixture.isRepeat(request);
      const responses = await sendBoth(fixture, { ...request, isRepeat }, sender, transport);
      if (responses[0].status < 300) fixture.addSuccess(request);
      if (isDenialAudited(routeOf(row.method, row.path))) fixture.refusedCount += responses.filter(isRefused).length;
      return responses[0];
    },
  };
  const route = routeOf(row.method, row.path);
  const responses = [await variant.run(attempt)].flat();
  for (const response of responses) {
    expectRow(response, row, route);
    expectSecurityHeaders(response, fixture.posture);
    if (row.status < 300) await variant.demand?.(response, attempt);
  }
}

/**
 * Returns the actor's client. The first call of a route with folded events gets a new session, because it must write
 * one itself.
 */
function clientOf(fixture: MatrixFixture, { method, path, status }: Row, sender: Sender): Promise<Client> {
  if (sender === 'anonymous') throw new Error('The anonymous actor has no client.');
  const route = routeOf(method, path);
  const isFolded = status < 300 && route !== null && expectedAuditOf(route)?.isFolded === true;
  return isFolded && fixture.isFirst(route) ? fixture.newClient(sender) : fixture.client(sender);
}

/** Sends a request with a client's credentials. A GET is sent again as HEAD, which has the same rows and no body. */
async function sendBoth(
  fixture: MatrixFixture,
  { isRepeat, ...request }: RequestSpec & { isRepeat: boolean },
  client: Client | null,
  transport: Transport,
): Promise<[TestResponse, ...TestResponse[]]> {
  const headers = { ...client?.credentials(transport), ...request.headers };
  const requestWithHeaders = { ...request, headers };
  const response = await expectAudited(fixture, { ...requestWithHeaders, isRepeat }, () =>
    fixture.send(requestWithHeaders),
  );
  // A range applies only to GET (RFC 9110 14.2); a HEAD would describe the full file.
  if (request.method !== 'GET' || transport !== 'bearer' || 'range' in headers) return [response];
  const head = await fixture.send({ ...request, method: 'HEAD', headers });
  expect(head.status, 'HEAD has the status of GET').toBe(response.status);
  expect(head.bytes.length).toBe(0);
  return [response, head];
}

/** T-AUD3: expects that a successful call on a patient's data wrote its one event before the response. */
async function expectAudited(
  fixture: MatrixFixture,
  request: RequestSpec & { isRepeat: boolean },
  send: () => Promise<TestResponse>,
): Promise<TestResponse> {
  const route = routeAt(request);
  if (route === undefined) return await send();
  const expectation = expectedAuditOf(route);
  if (expectation === null) return await send();
  const before = await fixture.lastEvent();
  const requestedAt = fixture.testApp.clock.now();
  const response = await send();
  if (response.status >= 300) return response;
  const loggedEvents = await fixture.eventsSince(before);
  const mayBeNone =
    expectation.isFolded && loggedEvents.length === 0
      ? await hasRecentEvent(fixture, request, expectation.events, requestedAt)
      : request.isRepeat && factsOf(route).repeatable === true;
  expect(expectedEventLists(expectation, response, mayBeNone), 'T-AUD3: one event of its kind').toContainEqual(
    loggedEvents,
  );
  return response;
}

/**
 * Checks whether an earlier call of the session for the exam, within five minutes before the request, wrote the event.
 */
async function hasRecentEvent(
  fixture: MatrixFixture,
  { path, headers }: RequestSpec,
  events: readonly string[],
  requestedAt: Date,
): Promise<boolean> {
  const [exam] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(path) ?? [''];
  const [, study] = /\/studies\/([0-9.]+)/.exec(path) ?? [];
  const count = await fixture.count(
    `SELECT count(*) FROM audit_events WHERE event = ANY ($1) AND session_ref = $2 AND at > $5::timestamptz - interval '5 minutes'
     AND (object_id = $3 OR object_id IN (SELECT exam_id::text FROM series WHERE study_uid = $4))`,
    [events, await fixture.sessionReference(headers ?? {}), exam, study ?? '', requestedAt],
  );
  return count > 0;
}

/** Returns the allowed lists of events. An empty list, a repeated call and a folded view write no event. */
function expectedEventLists(
  { events, list }: AuditExpectation,
  response: TestResponse,
  mayBeNone: boolean,
): string[][] {
  const isEmpty =
    list !== undefined &&
    z.looseObject({ [list]: z.union([z.tuple([]), z.strictObject({})]) }).safeParse(jsonOf(response)).success;
  return mayBeNone || isEmpty ? [[]] : events.map((event) => [event]);
}

const patterns = allRoutes.map((route) => {
  const pattern = route.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
  return { route, pattern: new RegExp(`^${pattern}$`) };
});

/** Returns the route of a request's path. */
function routeAt({ method, path }: RequestSpec): Route | undefined {
  const address = path.replace(/\?.*$/, '');
  return patterns.find(({ route, pattern }) => route.method === method && pattern.test(address))?.route;
}

const isRefusedToRole = ({ body }: Row) => body.startsWith('err:permission_required');

const isRefused = ({ status }: TestResponse) => status === 403 || status === 404;

/** False for links: the holder is not identified, and an invalid token refers to no record. */
const isDenialAudited = (route: Route | null) =>
  route !== null && route.access !== 'anyone' && route.access !== 'holder';
