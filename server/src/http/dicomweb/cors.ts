import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPath } from '../server/register-routes.ts';
import { dicomWebHandlers } from './index.ts';

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, Accept, If-None-Match, If-Range, Range',
  'access-control-max-age': '600',
} as const;
const exposedHeaders =
  'Content-Disposition, Content-Encoding, Content-Length, Content-Range, Accept-Ranges, ETag, Retry-After, Warning';

/**
 * Allows pages of the listed origins to read DICOMweb with a token (DICOMWEB_ORIGINS). Cookies never work there:
 * responses do not allow credentials, so only the token authenticates.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/dicom-web/')) setCorsHeaders(request, reply, origins);
  });
  for (const { route } of dicomWebHandlers)
    app.options(fastifyPath(route), async (request, reply) => {
      if (isAllowedOrigin(origins, request)) reply.headers(preflightHeaders);
      return reply.status(204).send();
    });
}

function setCorsHeaders(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]): void {
  reply.header('vary', 'origin');
  if (!isAllowedOrigin(origins, request)) return;
  reply.headers({
    'access-control-allow-origin': String(request.headers.origin),
    'access-control-expose-headers': exposedHeaders,
    'cross-origin-resource-policy': 'cross-origin',
  });
  // Ignores cookies that a browser adds by itself.
  request.cookies = {};
}

function isAllowedOrigin(origins: readonly string[], { headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && origins.includes(headers.origin);
}
