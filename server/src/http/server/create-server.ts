import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import { Fault } from '@medcloud/contract/faults';
import { issueCode } from '@medcloud/contract/validation-codes';
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
  isHttps: boolean;
  /** Receives the time of each response, except of streams. */
  responseTimes: Pick<ResponseTimes, 'add'>;
  trustedProxies: string[];
  limits?: Partial<typeof defaultLimits>;
  /** Returns the allowed methods of an address; null for an unknown address. */
  findAllowedMethods: (path: string) => string[] | null;
}

const maxJsonBytes = 100 * 1024; // security 2, row 41
/** Security 2.6. The system usually allows a node many more open files than these connections. */
const defaultLimits = {
  headersTimeoutMs: 20_000,
  /** How often slow headers are checked. A late connection is closed within twice this time. */
  checkIntervalMs: 5_000,
  requestTimeoutMs: 30_000,
  /**
   * How long a connection without further requests stays open. An unused one must close within a minute (security 6,
   * R11).
   */
  idleTimeoutMs: 30_000,
  maxConnections: 4_096,
  maxConnectionsPerAddress: 64,
};

/**
 * A proxy usually keeps connections for a minute and must not use one that was just closed. It limits its own clients'
 * connections.
 */
const proxyIdleTimeoutMs = 72_000;

/**
 * Creates the HTTP server without routes: limits, security headers, error responses, and one log line per request.
 * `register-routes.ts` adds the routes.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const securityHeaders = createSecurityHeaders({ isHttps: options.isHttps });
  const limits = { ...defaultLimits, ...options.limits };
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => options.random.bytes(9).toString('base64url'),
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: maxJsonBytes,
    // Node's own limit would abort a long upload while its bytes still arrive. Each route has its own timeout instead.
    requestTimeout: 0,
    http: { connectionsCheckingInterval: limits.checkIntervalMs },
    keepAliveTimeout: options.trustedProxies.length > 0 ? proxyIdleTimeoutMs : limits.idleTimeoutMs,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // An address that the router cannot decode; no hook runs for it.
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
    if (options.isHttps) checkHttps(request);
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
 * Rejects an API call that the proxy received over plain HTTP, instead of redirecting it. Its content may have been
 * read on the way, and a redirect would hide that (security 1a, T-TLS1; ASVS 4.1.2). The proxy redirects pages.
 */
function checkHttps(request: FastifyRequest): void {
  const isForwarded = request.headers['x-forwarded-proto'] !== undefined;
  if (isForwarded && request.protocol !== 'https' && isApi(request.url)) throw new Fault('https_required');
}

/** Throws 405 with the allowed methods for another method of a known address, and 404 for an unknown API address. */
function checkRouteExists(request: FastifyRequest, { findAllowedMethods }: ServerOptions): void {
  const allow = findAllowedMethods(request.url.replace(/[?#].*$/s, ''));
  if (allow !== null && !allow.includes(request.method)) throw new Fault('method_not_allowed', { allow });
  if (isApi(request.url)) throw new Fault('not_found');
}

function isApi(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/dicom-web/');
}

/** Not a screen: an undecodable page address is treated as unknown. */
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
 * Closes connections without a request when the server closes. Browsers open them in advance. Node counts them neither
 * as idle nor, while closing, as too slow, so they would block the shutdown forever.
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

/**
 * Closes connections that become idle after the server started to close. Node no longer checks for them, so they would
 * delay the shutdown by a minute.
 */
function closeIdleAfterResponse(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.server.on('request', (_, response) => {
    response.once('finish', () => isClosing && setImmediate(() => app.server.closeIdleConnections()));
  });
}

/** Accepts only JSON, without prototype keys and within the maximum depth. */
function readJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  // A route with a form reads it from the stream. Other routes reject it.
  app.addContentTypeParser('multipart/form-data', (request, _, done) => {
    done(request.routeOptions.config.hasForm ? null : new Fault('unsupported_media'));
  });
  // The same for a part of a file (tus 1.0.0).
  app.addContentTypeParser('application/offset+octet-stream', (request, _, done) => {
    done(request.routeOptions.config.hasPart ? null : new Fault('unsupported_media'));
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.hasRawBody) return done(null, body);
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

/**
 * Sets the timeouts of a plain request: 30 s without activity and 30 s for the whole body. Uploads have their own rule.
 */
function setRequestTimeout(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { hasOwnTimeout, hasForm, hasPart } = request.routeOptions.config;
  if (!hasOwnTimeout) request.raw.setTimeout?.(ms, () => request.raw.destroy());
  if (!hasForm && !hasPart) abortSlowBody(request, reply, ms);
}

/** Aborts a body that takes longer than `ms`, however steadily it arrives, also after an early response. */
function abortSlowBody(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { raw } = request;
  const timer = setTimeout(() => {
    if (raw.complete) return;
    if (reply.sent) return void raw.destroy();
    // Node closes the connection after this response.
    reply.header('connection', 'close');
    sendProblem(new Fault('too_slow', { reason: issueCode('request_too_slow') }), request, reply);
  }, ms);
  timer.unref();
  const clear = () => clearTimeout(timer);
  raw.once('end', clear).once('close', clear);
}

/** Health probes run all day. */
const isHealthProbe = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith('/api/health/') === true;

/** True for API calls whose time is measured, which excludes streams and health probes. */
function isMeasured(request: FastifyRequest): boolean {
  const { url, config } = request.routeOptions;
  return url?.startsWith('/api/') === true && !isHealthProbe(request) && !config.hasOwnTimeout;
}

/** Logs one line per request with the route's template. The address is never logged, since a query may have a name. */
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

/** Sends the error response; all failures pass here. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const response = describeProblem(error, request.id);
  if (response.status >= 500)
    request.log.error({ event: 'request_failed', err: error, route: request.routeOptions.url }, 'failed');
  if (response.code === 'annotations_damaged') logDamagedAnnotations(request, error);
  if (reply.sent) return;
  reply.status(response.status).headers(response.headers);
  if (request.routeOptions.config.errors === 'text') {
    reply.type('text/plain; charset=utf-8').send(response.text);
    return;
  }
  reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(response.problem));
}

/** Logs why a set of annotations cannot be read. The client's fault is none of a request, so it is not logged as one. */
function logDamagedAnnotations(request: FastifyRequest, error: unknown): void {
  const cause = error instanceof Error ? error.cause : undefined;
  request.log.error({ event: 'annotations_damaged', err: cause ?? error }, 'a set of annotations is damaged');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Format of the route's errors. */
    errors?: 'problem' | 'text';
    /** The route has its own timeout: an upload, a download, the event stream. */
    hasOwnTimeout?: boolean;
    /** The route reads a multipart form from the stream itself. */
    hasForm?: boolean;
    /** The route reads a part of a file from the stream itself. */
    hasPart?: boolean;
    hasRawBody?: boolean;
  }
}
