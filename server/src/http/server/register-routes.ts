import { createHmac } from 'node:crypto';
import { Fault } from '@medcloud/contract/faults';
import type { Route } from '@medcloud/contract/route';
import { issueCode } from '@medcloud/contract/validation-codes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { recordDenial } from '../../domain/accounts/record-denial.ts';
import {
  type AuthenticatedSession,
  authenticateSession,
  noSession,
} from '../../domain/accounts/sessions/authenticate-session.ts';
import { authenticateToken, isApiToken } from '../../domain/accounts/tokens/api-tokens.ts';
import type { AnyScope } from '../../domain/authorization/authorize.ts';
import type { RequestContext } from '../../domain/authorization/principal.ts';
import { addressBlock, isLoopbackAddress, isLoopbackHost } from '../../platform/config/addresses.ts';
import type { Config } from '../../platform/config/config.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { drainRequest } from '../streams/drain-request.ts';
import { clearSessionCookie, readCredentials } from './credentials.ts';
import type { Handler } from './handler.ts';
import type { HandlerServices } from './handler-services.ts';
import { isSameOriginRequest } from './is-same-origin-request.ts';
import { parseInput } from './parse.ts';
import { isUnsafe } from './same-origin.ts';

interface AuthorizedRequest {
  request: RequestContext;
  scope: AnyScope;
}

/**
 * Registers the handlers' routes. Every request passes the product's order of checks: throttle, authenticate (401),
 * cross-site (403), authorize (403), parse (400), handle, reply. The first four run before the body is read.
 */
export function registerRoutes(app: FastifyInstance, services: HandlerServices, handlers: readonly Handler[]): void {
  app.decorateRequest('authorized', null);
  for (const handler of handlers) registerRoute(app, services, handler);
}

function registerRoute(app: FastifyInstance, services: HandlerServices, handler: Handler): void {
  const { route } = handler;
  const url = fastifyPath(route);
  app.route({
    method: route.method,
    url,
    ...(route.maxBodyBytes === undefined ? {} : { bodyLimit: route.maxBodyBytes }),
    config: {
      errors: route.errors ?? 'problem',
      hasOwnTimeout: handler.isStream,
      hasForm: route.form !== undefined,
      hasPart: route.part === true,
      hasRawBody: route.rawBody === true,
    },
    onRequest: async (httpRequest, reply) => {
      try {
        if (route.ignoresBody) discardBody(httpRequest);
        httpRequest.authorized = await authorizeRequest(services, route, httpRequest);
        checkContentEncoding(httpRequest, reply);
      } catch (error) {
        // Discards a rejected upload's bytes, within limits, so that the client can read the response.
        if (route.form || route.part) drainRequest(httpRequest.raw);
        clearInvalidCookie(services.config, httpRequest, reply, error);
        throw error;
      }
    },
    handler: async (httpRequest, reply) => {
      const { request, scope } = getAuthorized(httpRequest);
      const input = {
        params: paramsOf(route, httpRequest.params),
        ...(route.query ? { query: parseInput(route.query, httpRequest.query) } : {}),
        ...(route.body ? { body: parseInput(route.body, httpRequest.body) } : {}),
      };
      if (!handler.isStream) reply.status(route.status ?? 200);
      const call = {
        ...services,
        ...input,
        request: addIdempotencyKey(services.context.keys.idempotency, request, route, httpRequest),
        scope,
        httpRequest,
        reply: reply,
      };
      // The handler was created with the call's exact type, which the list of handlers does not preserve.
      const replyBody = await logDenials(services, route, request, input.params, () => handler.handle(call as never));
      return handler.isStream ? reply : parseReply(route, replyBody);
    },
  });
}

/** Converts a contract path to Fastify's syntax. A parameter that may include slashes becomes a wildcard. */
export function fastifyPath({ path, hasWildcard }: Pick<Route, 'path' | 'hasWildcard'>): string {
  return (hasWildcard ? path.replace(/\{\w+\}$/, '*') : path).replace(/\{(\w+)\}/g, ':$1');
}

function paramsOf({ path, hasWildcard }: Route, params: unknown): unknown {
  const name = hasWildcard ? /\{(\w+)\}$/.exec(path)?.[1] : undefined;
  if (name === undefined || typeof params !== 'object' || params === null || !('*' in params)) return params;
  const { '*': rest, ...others } = params;
  return { ...others, [name]: rest };
}

/** Discards a body that the route does not use, so that nothing in it can fail the request. */
function discardBody(httpRequest: FastifyRequest): void {
  drainRequest(httpRequest.raw);
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete httpRequest.headers[name];
}

function getAuthorized(httpRequest: FastifyRequest): AuthorizedRequest {
  if (httpRequest.authorized === null) throw new Error('A handler ran before its request was authorized.');
  return httpRequest.authorized;
}

/** Parses the reply with the contract: fields it does not name are not sent. */
function parseReply(route: Route, replyBody: unknown): unknown {
  return route.reply ? z.parse(route.reply, replyBody) : replyBody;
}

async function authorizeRequest(
  services: HandlerServices,
  route: Route,
  httpRequest: FastifyRequest,
): Promise<AuthorizedRequest> {
  const block = addressBlock(httpRequest.ip);
  const countedBlock = isRateLimited(services.config, httpRequest.ip) ? block : null;
  await services.throttle.checkAddress(route.rate, countedBlock);
  const { principal, isCookieSession, isBound, exam } = await authenticate(services, route, httpRequest);
  const request: RequestContext = {
    principal,
    requestId: httpRequest.id,
    isBackground: isBackground(httpRequest),
    addressBlock: block,
    bindsSession: isBound || httpRequest.headers['x-session-binding'] === 'cookie',
    userAgent: httpRequest.headers['user-agent'],
    countedBlock: countedBlock,
    idempotency: null,
    checkedExam: exam,
  };
  if (principal.kind !== 'anonymous') await throttleSession(services, route, countedBlock, principal.sessionId);
  try {
    checkOrigin(services.config, httpRequest, isCookieSession);
    return { request, scope: services.authorization.authorize(route, principal) };
  } catch (error) {
    if (error instanceof Fault && error.status === 403)
      await recordDenial(services.context, request, { route: route.path, code: error.code });
    throw error;
  }
}

/** Runs a handler. Records a denial (403) or a hidden record (404) of an authenticated principal as an audit event. */
async function logDenials<T>(
  { context }: HandlerServices,
  route: Route,
  request: RequestContext,
  params: unknown,
  handle: () => T | Promise<T>,
): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    // a form upload records its own event for each rejection
    const isDenied = error instanceof Fault && (error.status === 403 || error.status === 404);
    if (isDenied && request.principal.kind !== 'anonymous' && !route.form)
      await recordDenial(context, request, { route: route.path, code: error.code, params });
    throw error;
  }
}

/** Counts requests with a session by session, not by address. */
async function throttleSession(
  { throttle }: HandlerServices,
  { rate }: Route,
  block: string | null,
  sessionId: string,
): Promise<void> {
  await throttle.refundAddress(rate, block);
  if (rate !== 'none') await throttle.checkSession(sessionId, rate === 'frames' ? 'frames' : 'general');
}

/** Rejects encoded request bodies. RFC 9110 15.5.16 recommends naming the accepted codings. */
function checkContentEncoding(httpRequest: FastifyRequest, reply: FastifyReply): void {
  const encoding = httpRequest.headers['content-encoding'] ?? '';
  if (encoding === '' || encoding.toLowerCase() === 'identity') return;
  reply.header('accept-encoding', 'identity');
  throw new Fault('unsupported_media');
}

/** Clears the cookie of an ended session, so the browser stops sending it. */
function clearInvalidCookie(config: Config, httpRequest: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const isUnauthenticated = error instanceof Fault && error.code === 'unauthenticated';
  if (isUnauthenticated && readCredentials(httpRequest, config).cookie !== null) clearSessionCookie(reply, config);
}

/** Authenticates a request. Public routes skip the lookup, since a session changes nothing there. */
async function authenticate(
  services: HandlerServices,
  route: Route,
  httpRequest: FastifyRequest,
): Promise<AuthenticatedSession> {
  if (route.access === 'anyone' || route.access === 'holder') return noSession;
  const credentials = readCredentials(httpRequest, services.config);
  // A program with a token has no cookie, so a cookie is ignored.
  if (route.tokens && isApiToken(credentials.bearer)) {
    const use = { requestId: httpRequest.id, addressBlock: addressBlock(httpRequest.ip) };
    return { ...noSession, principal: await authenticateToken(services.context, credentials.bearer, use) };
  }
  const session = await authenticateSession(services.context, {
    ...credentials,
    isBackground: isBackground(httpRequest),
    isIdleAllowed: route.afterIdle === true,
    examId: getViewedExamId(route, httpRequest),
  });
  if (session.principal.kind === 'anonymous') throw new Fault('unauthenticated');
  return session;
}

/** Returns the exam of a DICOMweb address, which is checked together with the session. */
function getViewedExamId({ path }: Route, { params }: FastifyRequest): string | undefined {
  if (!path.startsWith('/dicom-web/exams/{examId}/') || typeof params !== 'object' || params === null) return undefined;
  return 'examId' in params && typeof params.examId === 'string' && isUuid(params.examId) ? params.examId : undefined;
}

function isBackground(httpRequest: FastifyRequest): boolean {
  return httpRequest.headers['x-background'] === '1';
}

/** False for loopback clients of an installation on loopback: limits by address skip them. */
function isRateLimited(config: Config, address: string): boolean {
  return !(isLoopbackHost(config.publicUrl.hostname) && isLoopbackAddress(address));
}

function checkOrigin(config: Config, httpRequest: FastifyRequest, isCookieSession: boolean): void {
  if (!isCookieSession || !isUnsafe(httpRequest.method)) return;
  if (!isSameOriginRequest(config, httpRequest)) throw new Fault('cross_site');
}

function addIdempotencyKey(
  key: Buffer,
  request: RequestContext,
  route: Route,
  httpRequest: FastifyRequest,
): RequestContext {
  const name = httpRequest.headers['idempotency-key'];
  if (!route.idempotent || typeof name !== 'string' || name === '') return request;
  if (name.length > 200) throw new Fault('malformed', { reason: issueCode('idempotency_key_too_long') });
  const hash = createHmac('sha256', key)
    .update(JSON.stringify([httpRequest.params, httpRequest.body ?? null]))
    .digest();
  return { ...request, idempotency: { key: name, route: `${route.method} ${route.path}`, hash } };
}

declare module 'fastify' {
  interface FastifyRequest {
    authorized: AuthorizedRequest | null;
  }
}
