import type { Route } from '@medcloud/contract/route';
import { expect } from 'vitest';
import * as z from 'zod';
import type { Client, Transport } from '../harness/client.ts';
import type { Attempt, Variant } from './attempt.ts';
import { expectRow, expectWall } from './expectations.ts';
import { allRoutes, type Row, routeOf } from './rows.ts';
import { type Answer, type Ask, jsonOf } from './send.ts';
import type { Stage } from './stage.ts';
import { actsOnce, type Trace, traceOf } from './traces.ts';

/** How often a row is played, and how its credentials travel (shapes, "The matrix, read", 1). */
export function transportsOf(row: Row): readonly Transport[] {
  if (row.actor === 'anonymous' || /\/login$/.test(row.path)) return ['bearer'];
  if (row.variant === 'cookie_cross_site') return ['cookie', 'both'];
  // these two name the credentials that they are about
  if (row.variant === 'bearer_and_cookie_of_different_users') return ['both'];
  if (row.variant === 'token_in_query_string') return ['bearer'];
  return ['bearer', 'cookie', 'both'];
}

/** Plays a row by one transport, and holds every answer against it. */
export async function playRow(stage: Stage, row: Row, variant: Variant, transport: Transport): Promise<void> {
  const { actor } = row;
  const attempt: Attempt = {
    stage,
    row,
    actor,
    transport,
    send: async (ask, client) => {
      const sender = client === undefined && actor !== 'anonymous' ? await senderOf(stage, row) : (client ?? null);
      const isAgain = row.variant === 'repeat_same' || stage.isAgain(ask);
      const answers = await sendBoth(stage, { ...ask, isAgain }, sender, transport);
      if (leavesDenial(routeOf(row.method, row.path))) stage.refused += answers.filter(isRefused).length;
      return answers[0];
    },
  };
  const route = routeOf(row.method, row.path);
  const answers = [await variant.run(attempt)].flat();
  for (const answer of answers) {
    expectRow(answer, row, route);
    expectWall(answer, stage.posture);
    if (row.status < 300) await variant.demand?.(answer, attempt);
  }
}

/** The actor with a session of its own where an address is first played whose trace folds: it must leave one itself. */
function senderOf(stage: Stage, { method, path, actor, status }: Row): Promise<Client> {
  if (actor === 'anonymous') throw new Error('Nobody has a client.');
  const route = routeOf(method, path);
  const folds = status < 300 && route !== null && traceOf(route)?.isFolded === true;
  return folds && stage.isFirst(route) ? stage.freshClient(actor) : stage.client(actor);
}

/** Sends a request with a client's credentials. A GET is asked once more as HEAD, which has the GET's rows and no body. */
async function sendBoth(
  stage: Stage,
  { isAgain, ...ask }: Ask & { isAgain: boolean },
  client: Client | null,
  transport: Transport,
): Promise<[Answer, ...Answer[]]> {
  const headers = { ...client?.credentials(transport), ...ask.headers };
  const asked = { ...ask, headers };
  const answer = await traced(stage, { ...asked, isAgain }, () => stage.send(asked));
  // a range is a GET's alone (RFC 9110 14.2): as HEAD it would ask for the whole
  if (ask.method !== 'GET' || transport !== 'bearer' || 'range' in headers) return [answer];
  const head = await stage.send({ ...ask, method: 'HEAD', headers });
  expect(head.status, 'HEAD answers as GET does').toBe(answer.status);
  expect(head.bytes.length).toBe(0);
  return [answer, head];
}

/** T-AUD3: what was given of a patient's data, or done with it, left its one event before its answer came. */
async function traced(stage: Stage, ask: Ask & { isAgain: boolean }, send: () => Promise<Answer>): Promise<Answer> {
  const route = routeAt(ask);
  if (route === undefined) return await send();
  const trace = traceOf(route);
  if (trace === null) return await send();
  const before = await stage.lastEvent();
  const askedAt = stage.world.clock.now();
  const answer = await send();
  if (answer.status >= 300) return answer;
  const left = await stage.tracesSince(before);
  const mayBeNone =
    trace.isFolded === true && left.length === 0
      ? await hasJustLeft(stage, ask, trace.events, askedAt)
      : ask.isAgain && actsOnce(route);
  expect(wantedOf(trace, answer, mayBeNone), 'T-AUD3: one event of its kind').toContainEqual(left);
  return answer;
}

/** Whether the session's first look at the exam, within five minutes before it asked, left the event. */
async function hasJustLeft(
  stage: Stage,
  { path, headers }: Ask,
  events: readonly string[],
  askedAt: Date,
): Promise<boolean> {
  const [exam] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(path) ?? [''];
  const [, study] = /\/studies\/([0-9.]+)/.exec(path) ?? [];
  const count = await stage.count(
    `SELECT count(*) FROM audit_events WHERE event = ANY ($1) AND session_ref = $2 AND at > $5::timestamptz - interval '5 minutes'
     AND (object_id = $3 OR object_id IN (SELECT exam_id::text FROM series WHERE study_uid = $4))`,
    [events, await stage.sessionReference(headers ?? {}), exam, study ?? '', askedAt],
  );
  return count > 0;
}

/** What may stand in the trail: a list that is empty leaves nothing, nor does the same act again, or a look that is folded. */
function wantedOf({ events, list }: Trace, answer: Answer, mayBeNone: boolean): string[][] {
  const isEmpty = list !== undefined && z.looseObject({ [list]: z.tuple([]) }).safeParse(jsonOf(answer)).success;
  return mayBeNone || isEmpty ? [[]] : events.map((event) => [event]);
}

const patterns = allRoutes.map((route) => {
  const pattern = route.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
  return { route, pattern: new RegExp(`^${pattern}$`) };
});

/** The route whose address a request names. */
function routeAt({ method, path }: Ask): Route | undefined {
  const address = path.replace(/\?.*$/, '');
  return patterns.find(({ route, pattern }) => route.method === method && pattern.test(address))?.route;
}

const isRefused = ({ status }: Answer) => status === 403 || status === 404;

/** A link's holder is nobody whom the trail could name, and asks about nobody's record with a token that opens none. */
const leavesDenial = (route: Route | null) => route !== null && route.who !== 'anyone' && route.who !== 'holder';
