import { routes } from '@medcloud/contract';
import { replayHeader } from '@medcloud/contract/events';
import { authenticateSession } from '../../domain/accounts/sessions/authenticate-session.ts';
import type { Principal } from '../../domain/authorization/principal.ts';
import { readCredentials } from '../server/credentials.ts';
import { streamHandler } from '../server/handler.ts';
import { openEventStream } from '../streams/event-stream.ts';

const heartbeatMs = 25_000; // proxies close connections that are silent for a minute
const sessionCheckMs = 5_000;

/**
 * GET /api/events: sends server-sent events with kind and ids while the session is valid. The end of a session arrives
 * as a notification. An idle session is found by a check every 5 s, which does not move its limit. With `withinMs`,
 * first replays the events of that period if this node has all of them, and says so in a header. It ends, and the page opens it
 * again, where a member's roles changed.
 */
export const events = streamHandler(
  routes.portal.events,
  async ({ context, config, live, request, query, httpRequest, reply }) => {
    reply.hijack();
    // If the client left during authentication, start nothing.
    if (reply.raw.destroyed) return reply;
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const missed = query.withinMs === undefined ? null : live.listRecent(request.principal, query.withinMs);
    reply.raw.writeHead(200, {
      ...(missed && { [replayHeader]: 'true' }),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    // A HEAD needs only the headers; its stream would stay open without data.
    if (httpRequest.method === 'HEAD') return reply.raw.end();
    const stream = openEventStream(reply.raw);
    stream.send('retry: 3000\n: open\n\n');
    const heartbeat = setInterval(() => stream.send(': beat\n\n'), heartbeatMs);
    stream.onClose(() => clearInterval(heartbeat));
    const credentials = { ...readCredentials(httpRequest, config), isBackground: true };
    const sessionCheck = setInterval(() => {
      authenticateSession(context, credentials).then(
        ({ principal }) => rolesOf(principal) !== rolesOf(request.principal) && stream.end(),
        stream.end,
      );
    }, sessionCheckMs);
    stream.onClose(() => clearInterval(sessionCheck));
    const send = ({ kind, ids }: { kind: string; ids: string[] }) =>
      stream.send(`event: ${kind}\ndata: ${JSON.stringify({ ids })}\n\n`);
    for (const notification of missed ?? []) send(notification);
    stream.onClose(live.subscribe(request.principal, send, stream.end));
    await stream.done;
    return reply;
  },
);

/** What decides the events of a stream: the account, and the roles of a member. */
const rolesOf = (principal: Principal) =>
  principal.kind === 'center' ? `center ${principal.member?.roles.toSorted().join() ?? ''}` : principal.kind;
