import type { HandlerInput, ReplyInput, Route } from '@medcloud/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PrincipalOf, ScopeOf } from '../../domain/authorization/authorize.ts';
import type { RequestContext } from '../../domain/authorization/principal.ts';
import type { HandlerServices } from './handler-services.ts';

/** The input of a handler: services, principal and scope, parsed input, and the HTTP request and reply. */
export type Call<R extends Route> = HandlerInput<R> &
  HandlerServices & {
    request: RequestContext<PrincipalOf<R['access']>>;
    scope: ScopeOf<R['access']>;
    httpRequest: FastifyRequest;
    reply: FastifyReply;
  };

/** One route and its function. Created by `handler` or `streamHandler`, registered by `register-routes.ts`. */
export interface Handler {
  route: Route;
  handle: (call: never) => Promise<unknown>;
  /** The handler writes the response itself. */
  isStream: boolean;
}

/** Creates a handler whose response is JSON in the contract's shape. */
export function handler<const R extends Route>(route: R, handle: (call: Call<R>) => Promise<ReplyInput<R>>): Handler {
  return { route, handle, isStream: false };
}

/** Creates a handler for an upload, download, events or a page. It responds through `reply` itself. */
export function streamHandler<const R extends Route>(route: R, handle: (call: Call<R>) => Promise<unknown>): Handler {
  return { route, handle, isStream: true };
}
