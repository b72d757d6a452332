import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../platform/config/addresses.ts';
import type { Config } from '../../platform/config/config.ts';
import { isSameOrigin } from './same-origin.ts';

/** Whether a request comes from a page of ours; in evaluation the portal is reached by every name of loopback. */
export function isSameOriginRequest(config: Config, request: FastifyRequest): boolean {
  const ownOrigins = [config.publicUrl.origin];
  if (config.posture === 'evaluation' && isLoopbackHost(request.hostname)) ownOrigins.push(`http://${request.host}`);
  return isSameOrigin(request.headers, ownOrigins);
}
