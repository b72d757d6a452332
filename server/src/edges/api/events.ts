import { routes } from '@medcloud/contract';
import { findSession } from '../../domain/accounts/find-session.ts';
import { rawEdge } from '../edge.ts';
import { readCredentials } from '../session/credentials.ts';

const beatMs = 25_000; // proxies close what is silent for a minute
const recheckMs = 5_000;

/**
 * GET /api/events: server-sent events by kind and ids, for as long as the session stands: the end of a session is
 * announced, and the idle one's is found by asking every 5 s, which does not move its limit.
 */
export const events = rawEdge(routes.portal.events, async ({ portal, config, live, asking, request, out }) => {
  out.hijack();
  for (const [name, value] of Object.entries(out.getHeaders())) if (value !== undefined) out.raw.setHeader(name, value);
  out.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  // the headers are all that a HEAD asks for: its stream would stand open with nothing to come
  if (request.method === 'HEAD') return out.raw.end();
  out.raw.write('retry: 3000\n: open\n\n');
  const credentials = { ...readCredentials(request, config), background: true };
  const unfollow = live.follow(
    asking.who,
    ({ kind, ids }) => out.raw.write(`event: ${kind}\ndata: ${JSON.stringify({ ids })}\n\n`),
    () => out.raw.end(),
  );
  const beat = setInterval(() => out.raw.write(': beat\n\n'), beatMs);
  const recheck = setInterval(() => {
    findSession(portal, credentials).then(
      ({ who }) => {
        if (who.kind === 'nobody') out.raw.end();
      },
      () => out.raw.end(),
    );
  }, recheckMs);
  await new Promise<void>((resolve) => out.raw.once('close', resolve));
  clearInterval(beat);
  clearInterval(recheck);
  unfollow();
  return out;
});
