import { createHmac } from 'node:crypto';
import { Fault } from '@medcloud/contract/faults';
import type { Route } from '@medcloud/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { findTokenHolder, isApiToken } from '../../domain/accounts/api-tokens.ts';
import { findSession } from '../../domain/accounts/find-session.ts';
import { noteDenial } from '../../domain/accounts/note-denial.ts';
import type { AnyScope } from '../../domain/authorization/may.ts';
import { type Asking, nobody, type Who } from '../../domain/authorization/who.ts';
import { addressBlock, isLoopbackAddress, isLoopbackHost } from '../../platform/config/addresses.ts';
import type { Config } from '../../platform/config/config.ts';
import { drainRequest } from '../streams/drain-request.ts';
import { comesFromUs } from './comes-from-us.ts';
import type { EdgeContext } from './context.ts';
import { clearSessionCookie, readCredentials } from './credentials.ts';
import type { Edge } from './edge.ts';
import { parseInput } from './parse.ts';
import { isUnsafe } from './same-origin.ts';

interface Admitted {
  asking: Asking;
  scope: AnyScope;
}

/**
 * Serves the edges. Every request makes the same stops, in the product's order of checks: throttle, who (401),
 * cross-site (403), may (403), then parse (400), do, show. The first four run before the body is read.
 */
export function serveEdges(app: FastifyInstance, context: EdgeContext, edges: readonly Edge[]): void {
  app.decorateRequest('admitted', null);
  for (const edge of edges) serveEdge(app, context, edge);
}

function serveEdge(app: FastifyInstance, context: EdgeContext, edge: Edge): void {
  const { route } = edge;
  const url = urlOf(route);
  app.route({
    method: route.method,
    url,
    config: {
      errors: route.errors ?? 'problem',
      ownTime: edge.raw,
      readsForm: route.form !== undefined,
      readsPart: route.part === true,
    },
    onRequest: async (request, reply) => {
      try {
        if (route.ignoresBody) ignoreBody(request);
        request.admitted = await admit(context, route, request);
        refuseEncoded(request, reply);
      } catch (error) {
        // a refused upload's bytes are read and thrown away, within bounds, so that the client sees why
        if (route.form || route.part) drainRequest(request.raw);
        dropDeadCookie(context.config, request, reply, error);
        throw error;
      }
    },
    handler: async (request, reply) => {
      const { asking, scope } = admittedOf(request);
      const input = {
        params: paramsOf(route, request.params),
        ...(route.query ? { query: parseInput(route.query, request.query) } : {}),
        ...(route.body ? { body: parseInput(route.body, request.body) } : {}),
      };
      if (!edge.raw) reply.status(route.status ?? 200);
      const call = {
        ...context,
        ...input,
        asking: withIdempotency(context.portal.keys.repetition, asking, route, request),
        scope,
        request,
        out: reply,
      };
      // The edge was made with the call's exact type; the list of edges has forgotten it.
      const answer = await orDenied(context, route, asking, input.params, () => edge.answer(call as never));
      return edge.raw ? reply : showAnswer(route, answer);
    },
  });
}

/** The contract's path as Fastify writes it; a parameter that goes on over slashes is its wildcard. */
export function urlOf({ path, deep }: Pick<Route, 'path' | 'deep'>): string {
  return (deep ? path.replace(/\{\w+\}$/, '*') : path).replace(/\{(\w+)\}/g, ':$1');
}

function paramsOf({ path, deep }: Route, params: unknown): unknown {
  const name = deep ? /\{(\w+)\}$/.exec(path)?.[1] : undefined;
  if (name === undefined || typeof params !== 'object' || params === null || !('*' in params)) return params;
  const { '*': rest, ...others } = params;
  return { ...others, [name]: rest };
}

/** Reads a body away that the route has no use for, so that nothing in it can fail the request. */
function ignoreBody(request: FastifyRequest): void {
  drainRequest(request.raw);
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete request.headers[name];
}

function admittedOf(request: FastifyRequest): Admitted {
  if (request.admitted === null) throw new Error('A handler ran before its request was admitted.');
  return request.admitted;
}

/** The contract parses the reply too: what it does not name does not leave. */
function showAnswer(route: Route, answer: unknown): unknown {
  return route.reply ? z.parse(route.reply, answer) : answer;
}

async function admit(context: EdgeContext, route: Route, request: FastifyRequest): Promise<Admitted> {
  const block = addressBlock(request.ip);
  const counted = isCounted(context.config, request.ip) ? block : null;
  await context.throttle.byAddress(route.rate, counted);
  const { who, byCookie } = await whoAsks(context, route, request);
  const asking: Asking = {
    who,
    requestId: request.id,
    background: isBackground(request),
    addressBlock: block,
    agent: request.headers['user-agent'],
    countedBlock: counted,
    idempotency: null,
  };
  if (who.kind !== 'nobody') await countKnown(context, route, counted, who.sessionId);
  try {
    checkOrigin(context.config, request, byCookie);
    return { asking, scope: context.authorization.may(route, who) };
  } catch (error) {
    if (error instanceof Fault && error.status === 403)
      await noteDenial(context.portal, asking, { route: route.path, code: error.code });
    throw error;
  }
}

/** What an edge answers. Where it refuses somebody who signed in, or hides what is not theirs, the trail says so. */
async function orDenied<T>(
  { portal }: EdgeContext,
  route: Route,
  asking: Asking,
  params: unknown,
  answer: () => T | Promise<T>,
): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    // an upload by a form has an event of its own for each refusal
    const isDenial = error instanceof Fault && (error.status === 403 || error.status === 404);
    if (isDenial && asking.who.kind !== 'nobody' && !route.form)
      await noteDenial(portal, asking, { route: route.path, code: error.code, params });
    throw error;
  }
}

/** What has a session counts there, not by its address. */
async function countKnown(
  { throttle }: EdgeContext,
  { rate }: Route,
  block: string | null,
  sessionId: string,
): Promise<void> {
  await throttle.knownAfterAll(rate, block);
  if (rate !== 'none') await throttle.bySession(sessionId, rate === 'frames' ? 'frames' : 'general');
}

/** A request is read as it comes: RFC 9110 15.5.16 asks to say which content codings would do. */
function refuseEncoded(request: FastifyRequest, reply: FastifyReply): void {
  const encoding = request.headers['content-encoding'] ?? '';
  if (encoding === '' || encoding.toLowerCase() === 'identity') return;
  reply.header('accept-encoding', 'identity');
  throw new Fault('unsupported_media');
}

/** A browser need not go on sending the cookie of a session that is over. */
function dropDeadCookie(config: Config, request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const isOver = error instanceof Fault && error.code === 'unauthenticated';
  if (isOver && readCredentials(request, config).cookie !== null) clearSessionCookie(reply, config);
}

/** Open routes never look a session up: it adds and removes nothing there. */
async function whoAsks(
  context: EdgeContext,
  route: Route,
  request: FastifyRequest,
): Promise<{ who: Who; byCookie: boolean }> {
  if (route.who === 'anyone' || route.who === 'holder') return { who: nobody, byCookie: false };
  const credentials = readCredentials(request, context.config);
  // a token is shown by a program, which has no cookie: one that is there says nothing
  if (route.tokens && isApiToken(credentials.bearer))
    return { who: await findTokenHolder(context.portal, credentials.bearer), byCookie: false };
  const found = await findSession(context.portal, {
    ...credentials,
    background: isBackground(request),
    afterIdle: route.afterIdle === true,
  });
  if (found.who.kind === 'nobody') throw new Fault('unauthenticated');
  return found;
}

function isBackground(request: FastifyRequest): boolean {
  return request.headers['x-background'] === '1';
}

/** Limits by address do not count loopback callers of a portal that is itself on loopback. */
function isCounted(config: Config, address: string): boolean {
  return !(isLoopbackHost(config.publicUrl.hostname) && isLoopbackAddress(address));
}

function checkOrigin(config: Config, request: FastifyRequest, byCookie: boolean): void {
  if (!byCookie || !isUnsafe(request.method)) return;
  if (!comesFromUs(config, request)) throw new Fault('cross_site');
}

function withIdempotency(key: Buffer, asking: Asking, route: Route, request: FastifyRequest): Asking {
  const name = request.headers['idempotency-key'];
  if (!route.idempotent || typeof name !== 'string' || name === '') return asking;
  if (name.length > 200)
    throw new Fault('malformed', { message: 'The Idempotency-Key is longer than 200 characters.' });
  const hash = createHmac('sha256', key)
    .update(JSON.stringify([request.params, request.body ?? null]))
    .digest();
  return { ...asking, idempotency: { key: name, route: `${route.method} ${route.path}`, hash } };
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
  }
}
