import type { Answer, Route, ServedInput } from '@medcloud/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ScopeOf, WhoOf } from '../../domain/authorization/may.ts';
import type { Asking } from '../../domain/authorization/who.ts';
import type { EdgeContext } from './context.ts';

/** What a handler is handed: the portal, who asks and with which scope, the parsed input, and what else the answer carries. */
export type Call<R extends Route> = ServedInput<R> &
  EdgeContext & {
    asking: Asking<WhoOf<R['who']>>;
    scope: ScopeOf<R['who']>;
    request: FastifyRequest;
    out: FastifyReply;
  };

/** One route and the function that answers it. Made by `edge` or `rawEdge`, served by `serve.ts`. */
export interface Edge {
  route: Route;
  answer: (call: never) => Promise<unknown>;
  /** The handler writes the answer's bytes itself. */
  raw: boolean;
}

/** An edge whose answer is JSON in the contract's shape. */
export function edge<const R extends Route>(route: R, answer: (call: Call<R>) => Promise<Answer<R>>): Edge {
  return { route, answer, raw: false };
}

/** An edge that streams: an upload, a download, events, a page. It answers by `out` itself. */
export function rawEdge<const R extends Route>(route: R, answer: (call: Call<R>) => Promise<unknown>): Edge {
  return { route, answer, raw: true };
}
