import { Fault } from '@medcloud/contract/faults';
import type { FastifyRequest } from 'fastify';
import { findSession } from '../../domain/accounts/find-session.ts';
import { type Asking, nobody } from '../../domain/authorization/who.ts';
import type { Portal } from '../../domain/portal/portal.ts';
import type { Config } from '../../platform/config/config.ts';
import { comesFromUs } from './comes-from-us.ts';
import { readCredentials } from './credentials.ts';

/**
 * Who asks on a route that is open to anyone, for the record alone: the session that came along, if one did. A dead or
 * mixed-up session, or a cookie from another site, is nobody's and refuses nothing.
 */
export async function sessionAlong(
  { portal, config }: { portal: Portal; config: Config },
  request: FastifyRequest,
  asking: Asking,
): Promise<Asking> {
  const presented = readCredentials(request, config);
  const cookie = comesFromUs(config, request) ? presented.cookie : null;
  try {
    const { who } = await findSession(portal, { bearer: presented.bearer, cookie, background: asking.background });
    return { ...asking, who };
  } catch (error) {
    if (error instanceof Fault && error.status === 401) return { ...asking, who: nobody };
    throw error;
  }
}
