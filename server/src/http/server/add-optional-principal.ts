import { Fault } from '@medcloud/contract/faults';
import type { FastifyRequest } from 'fastify';
import { authenticateSession } from '../../domain/accounts/sessions/authenticate-session.ts';
import { anonymous, type RequestContext } from '../../domain/authorization/principal.ts';
import type { AppContext } from '../../domain/core/context.ts';
import type { Config } from '../../platform/config/config.ts';
import { readCredentials } from './credentials.ts';
import { isSameOriginRequest } from './is-same-origin-request.ts';

/**
 * Adds the principal of the request's session, if any, on a route open to anyone; used only for the record. An invalid
 * or mismatched session, or a cookie from another site, counts as anonymous and rejects nothing.
 */
export async function addOptionalPrincipal(
  { context, config }: { context: AppContext; config: Config },
  httpRequest: FastifyRequest,
  request: RequestContext,
): Promise<RequestContext> {
  const credentials = readCredentials(httpRequest, config);
  const cookie = isSameOriginRequest(config, httpRequest) ? credentials.cookie : null;
  try {
    const { principal } = await authenticateSession(context, {
      bearer: credentials.bearer,
      cookie,
      isBackground: request.isBackground,
    });
    return { ...request, principal };
  } catch (error) {
    if (error instanceof Fault && error.status === 401) return { ...request, principal: anonymous };
    throw error;
  }
}
