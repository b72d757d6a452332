import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import { Fault } from '@medcloud/contract/faults';
import { validationMessages } from '@medcloud/contract/validation-messages';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Random } from '../../platform/ids/random.ts';
import type { ResponseTimes } from '../../platform/time/response-times.ts';
import { createClientErrorHandler } from './create-client-error-handler.ts';
import { limitConnections } from './limit-connections.ts';
import { checkDepth } from './parse.ts';
import { asFault, describeProblem } from './problem.ts';
import { createSecurityHeaders } from './security-headers.ts';

export interface ServerOptions {
  logger: FastifyBaseLogger;
  random: Random;
  https: boolean;
  /** Told of each answer's time; streams keep their own time and are left out. */
  responseTimes: Pick<ResponseTimes, 'add'>;
  trustedProxies: string[];
  limits?: Partial<typeof defaultLimits>;
  /** The methods that an address answers; null for an address that there is not. */
  findAllowedMethods: (path: string) => string[] | null;
}

const maxJsonBytes = 100 * 1024; // security 2, row 41
/** Security 2.6; connections are held by a node whose system usually gives it many more files. */
const defaultLimits = {
  headersTimeoutMs: 20_000,
  /** How often connections are looked at whose headers take too long: within twice this a late one is gone. */
  checkIntervalMs: 5_000,
  requestTimeoutMs: 30_000,
  /** How long a connection stays on which nothing is asked any more: one that gives nothing is taken back within a minute (security 6, R11). */
  idleTimeoutMs: 30_000,
  maxConnections: 4_096,
  maxConnectionsPerAddress: 64,
};

/** A proxy keeps connections for a minute, as a rule, and must not send on one that was just closed: the one in front bounds its own. */
const proxyIdleTimeoutMs = 72_000;

/** The bare server: limits, the wall's headers, one way to fail, and a log line a request. Routes are added by the edges. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const securityHeaders = createSecurityHeaders({ https: options.https });
  const limits = { ...defaultLimits, ...options.limits };
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => options.random.bytes(9).toString('base64url'),
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: maxJsonBytes,
    // Node's own limit would cut a long upload while its bytes still flow: each route keeps its own time instead.
    requestTimeout: 0,
    http: { connectionsCheckingInterval: limits.checkIntervalMs },
    keepAliveTimeout: options.trustedProxies.length > 0 ? proxyIdleTimeoutMs : limits.idleTimeoutMs,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // An address that the router itself cannot read: no hook has run for it.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) || isApi(url) ? url : unreadablePage),
    clientErrorHandler: createClientErrorHandler(securityHeaders, options.random),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply.headers(securityHeaders)),
  });
  app.server.headersTimeout = limits.headersTimeoutMs;
  app.server.maxConnections = limits.maxConnections;
  limitConnections(app.server, limits.maxConnectionsPerAddress, options.trustedProxies);
  closeUnusedConnections(app);
  closeIdleAfterResponse(app);
  await app.register(cookie);
  readJsonStrictly(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    setRequestTimeout(request, reply, limits.requestTimeoutMs);
    if (options.https) checkHttps(request);
    if (request.is404) checkRouteExists(request, options);
  });
  app.addHook('onSend', async (request, reply) => {
    if (isApi(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    logResponse(request, reply);
    if (isMeasured(request)) options.responseTimes.add(reply.elapsedTime, reply.statusCode >= 500);
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  return app;
}

/**
 * A call that the proxy took over plain HTTP is refused and not redirected: what it carried has been read by whoever stood
 * between, and a redirect would hide that (security 1a, T-TLS1; ASVS 4.1.2). A page is the proxy's to redirect.
 */
function checkHttps(request: FastifyRequest): void {
  const isForwarded = request.headers['x-forwarded-proto'] !== undefined;
  if (isForwarded && request.protocol !== 'https' && isApi(request.url)) throw new Fault('https_required');
}

/** A known address answers every other method with 405 and the methods that it has, any other address of the API with 404. */
function checkRouteExists(request: FastifyRequest, { findAllowedMethods }: ServerOptions): void {
  const allow = findAllowedMethods(request.url.replace(/[?#].*$/s, ''));
  if (allow !== null && !allow.includes(request.method)) throw new Fault('method_not_allowed', { allow });
  if (isApi(request.url)) throw new Fault('not_found');
}

function isApi(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/dicom-web/');
}

/** No screen: a page's address that cannot be read is an unknown one. */
const unreadablePage = '/unreadable';

function isDecodable(url: string): boolean {
  try {
    decodeURI(url.replace(/[?#].*$/s, ''));
    return true;
  } catch {
    return false;
  }
}

/**
 * Browsers open connections ahead of need. Node counts one on which nothing was asked yet neither as idle nor, once the
 * server closes, as too slow: it would hold the portal's end back for ever.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
}

/** A connection that falls idle once the server closes is no longer looked for: it would hold the end back for a minute. */
function closeIdleAfterResponse(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.server.on('request', (_, response) => {
    response.once('finish', () => isClosing && setImmediate(() => app.server.closeIdleConnections()));
  });
}

/** JSON only, without prototypes, and not deeper than anything we have. */
function readJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  // A form is read by its route as it streams; a route that has none refuses it.
  app.addContentTypeParser('multipart/form-data', (request, _, done) => {
    done(request.routeOptions.config.hasForm ? null : new Fault('unsupported_media'));
  });
  // A part of a file (tus 1.0.0) likewise.
  app.addContentTypeParser('application/offset+octet-stream', (request, _, done) => {
    done(request.routeOptions.config.hasPart ? null : new Fault('unsupported_media'));
  });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text === '') return done(null, undefined);
    return parse(request, text, (error, value) => {
      if (error) return done(new Fault('malformed'));
      try {
        checkDepth(value);
        return done(null, value);
      } catch (fault) {
        return done(asFault(fault));
      }
    });
  });
}

/** A plain request may stand still for 30 s, and must have arrived within 30 s in all; uploads set their own rule. */
function setRequestTimeout(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { hasOwnTimeout, hasForm, hasPart } = request.routeOptions.config;
  if (!hasOwnTimeout) request.raw.setTimeout?.(ms, () => request.raw.destroy());
  if (!hasForm && !hasPart) abortSlowBody(request, reply, ms);
}

/** However steadily it trickles, and also behind an answer that was given before it. */
function abortSlowBody(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { raw } = request;
  const timer = setTimeout(() => {
    if (raw.complete) return;
    if (reply.sent) return void raw.destroy();
    // Node closes the connection behind such an answer
    reply.header('connection', 'close');
    sendProblem(new Fault('too_slow', { message: validationMessages.requestSlow }), request, reply);
  }, ms);
  timer.unref();
  const clear = () => clearTimeout(timer);
  raw.once('end', clear).once('close', clear);
}

/** Asked by machines, all day. */
const isHealthProbe = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith('/api/health/') === true;

/** Calls of the API that end by themselves. */
function isMeasured(request: FastifyRequest): boolean {
  const { url, config } = request.routeOptions;
  return url?.startsWith('/api/') === true && !isHealthProbe(request) && !config.hasOwnTimeout;
}

/** One log line a request: the route's template, never its address, since a query may hold a name. */
function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const level = isHealthProbe(request) && reply.statusCode < 400 ? 'debug' : 'info';
  request.log[level](
    {
      route: request.routeOptions.url ?? 'unknown',
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'answered',
  );
}

/** The one place where a failure becomes an answer. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const response = describeProblem(error, request.id);
  if (response.status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'failed');
  if (reply.sent) return;
  reply.status(response.status).headers(response.headers);
  if (request.routeOptions.config.errors === 'text') {
    reply.type('text/plain; charset=utf-8').send(response.text);
    return;
  }
  reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(response.problem));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the route's errors are written. */
    errors?: 'problem' | 'text';
    /** The route keeps its own time: an upload, a download, the event stream. */
    hasOwnTimeout?: boolean;
    /** The route reads a multipart form from the stream itself. */
    hasForm?: boolean;
    /** The route reads a part of a file from the stream itself. */
    hasPart?: boolean;
  }
}
