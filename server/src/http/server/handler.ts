import type { HandlerInput, ReplyInput, Route } from '@medcloud/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PrincipalOf, ScopeOf } from '../../domain/authorization/authorize.ts';
import type { RequestContext } from '../../domain/authorization/principal.ts';
import type { HandlerServices } from './handler-services.ts';

/** What a handler is handed: the portal, who asks and with which scope, the parsed input, and what else the answer carries. */
export type Call<R extends Route> = HandlerInput<R> &
  HandlerServices & {
    request: RequestContext<PrincipalOf<R['access']>>;
    scope: ScopeOf<R['access']>;
    httpRequest: FastifyRequest;
    reply: FastifyReply;
  };

/** One route and the function that answers it. Made by `handler` or `streamHandler`, served by `register-routes.ts`. */
export interface Handler {
  route: Route;
  handle: (call: never) => Promise<unknown>;
  /** The handler writes the answer's bytes itself. */
  isStream: boolean;
}

/** An edge whose answer is JSON in the contract's shape. */
export function handler<const R extends Route>(route: R, handle: (call: Call<R>) => Promise<ReplyInput<R>>): Handler {
  return { route, handle, isStream: false };
}

/** An edge that streams: an upload, a download, events, a page. It answers by `out` itself. */
export function streamHandler<const R extends Route>(route: R, handle: (call: Call<R>) => Promise<unknown>): Handler {
  return { route, handle, isStream: true };
}
