import { routes } from '@medcloud/contract';
import { toldHeader } from '@medcloud/contract/events';
import { findSession } from '../../domain/accounts/find-session.ts';
import { readCredentials } from '../server/credentials.ts';
import { rawEdge } from '../server/edge.ts';
import { openEventStream } from '../streams/event-stream.ts';

const beatMs = 25_000; // proxies close what is silent for a minute
const recheckMs = 5_000;

/**
 * GET /api/events: server-sent events by kind and ids, for as long as the session stands: the end of a session is
 * announced, and the idle one's is found by asking every 5 s, which does not move its limit. First what happened within the
 * milliseconds before that are asked for, where this node knows of it, and a header says that it does.
 */
export const events = rawEdge(routes.portal.events, async ({ portal, config, live, asking, query, request, out }) => {
  out.hijack();
  // who left while the session was looked up gets nothing begun
  if (out.raw.destroyed) return out;
  for (const [name, value] of Object.entries(out.getHeaders())) if (value !== undefined) out.raw.setHeader(name, value);
  const missed = query.withinMs === undefined ? null : live.recent(asking.who, query.withinMs);
  out.raw.writeHead(200, {
    ...(missed && { [toldHeader]: 'true' }),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  // the headers are all that a HEAD asks for: its stream would stand open with nothing to come
  if (request.method === 'HEAD') return out.raw.end();
  const stream = openEventStream(out.raw);
  stream.send('retry: 3000\n: open\n\n');
  const beat = setInterval(() => stream.send(': beat\n\n'), beatMs);
  stream.afterwards(() => clearInterval(beat));
  const credentials = { ...readCredentials(request, config), background: true };
  const recheck = setInterval(() => {
    findSession(portal, credentials).then(({ who }) => who.kind === 'nobody' && stream.end(), stream.end);
  }, recheckMs);
  stream.afterwards(() => clearInterval(recheck));
  const send = ({ kind, ids }: { kind: string; ids: string[] }) =>
    stream.send(`event: ${kind}\ndata: ${JSON.stringify({ ids })}\n\n`);
  for (const one of missed ?? []) send(one);
  stream.afterwards(live.follow(asking.who, send, stream.end));
  await stream.over;
  return out;
});
