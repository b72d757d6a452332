import type { Route } from '@medcloud/contract/route';
import { expect } from 'vitest';
import type { Client, Transport } from '../client.ts';
import type { Attempt, Variant } from './attempt.ts';
import { expectRow } from './expectations.ts';
import { type Row, routeOf } from './rows.ts';
import type { Answer, Ask } from './send.ts';
import type { Stage } from './stage.ts';

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
      const sender = client === undefined && actor !== 'anonymous' ? await stage.client(actor) : (client ?? null);
      const answers = await sendBoth(stage, ask, sender, transport);
      if (leavesDenial(routeOf(row.method, row.path))) stage.refused += answers.filter(isRefused).length;
      return answers[0];
    },
  };
  const route = routeOf(row.method, row.path);
  const answers = [await variant.run(attempt)].flat();
  for (const answer of answers) {
    expectRow(answer, row, route);
    if (row.status < 300) await variant.demand?.(answer, attempt);
  }
}

/** Sends a request with a client's credentials. A GET is asked once more as HEAD, which has the GET's rows and no body. */
async function sendBoth(
  stage: Stage,
  ask: Ask,
  client: Client | null,
  transport: Transport,
): Promise<[Answer, ...Answer[]]> {
  const headers = { ...client?.credentials(transport), ...ask.headers };
  const answer = await stage.send({ ...ask, headers });
  // a range is a GET's alone (RFC 9110 14.2): as HEAD it would ask for the whole
  if (ask.method !== 'GET' || transport !== 'bearer' || 'range' in headers) return [answer];
  const head = await stage.send({ ...ask, method: 'HEAD', headers });
  expect(head.status, 'HEAD answers as GET does').toBe(answer.status);
  expect(head.bytes.length).toBe(0);
  return [answer, head];
}

const isRefused = ({ status }: Answer) => status === 403 || status === 404;

/** A link's holder is nobody whom the trail could name, and asks about nobody's record with a token that opens none. */
const leavesDenial = (route: Route | null) => route !== null && route.who !== 'anyone' && route.who !== 'holder';
