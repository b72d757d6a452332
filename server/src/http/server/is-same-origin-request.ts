import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../platform/config/addresses.ts';
import type { Config } from '../../platform/config/config.ts';
import { isSameOrigin } from './same-origin.ts';

/** True if a request comes from the application's own pages. In evaluation, every loopback name counts as its own. */
export function isSameOriginRequest(config: Config, request: FastifyRequest): boolean {
  const ownOrigins = [config.publicUrl.origin];
  if (config.posture === 'evaluation' && isLoopbackHost(request.hostname)) ownOrigins.push(`http://${request.host}`);
  return isSameOrigin(request.headers, ownOrigins);
}
