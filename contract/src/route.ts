import type * as z from 'zod';

/** Who may call a route. `center`, `doctor` and `admin` are the roles; `holder` is whoever holds a consent link's token. */
export type RouteAccess = 'anyone' | 'holder' | 'signed-in' | 'center' | 'doctor' | 'admin' | 'center-or-doctor';

/** What a doctor must be besides signed in. `subscribed` includes `verified`. */
export type DoctorRequirement = 'none' | 'verified' | 'subscribed';

/** How often one may call: `platform/throttle` holds the figures. */
export type RateClass =
  | 'general'
  | 'login'
  | 'signup'
  | 'recovery'
  | 'message'
  | 'consent'
  | 'upload'
  | 'frames'
  | 'none';

/** A route as data. Small readers of this literal serve it, call it, document it and test it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/api/…`, with `{name}` for each path parameter. */
  readonly path: string;
  readonly access: RouteAccess;
  readonly doctor?: DoctorRequirement;
  readonly rate: RateClass;
  /** One sentence for the API document, and the section that asks for it. */
  readonly summary: string;
  readonly source: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** A streamed multipart form: its text fields, parsed after its file has been read. */
  readonly form?: z.ZodType;
  /** The body is a part of a file, read as it streams (tus 1.0.0). */
  readonly part?: true;
  readonly status?: 200 | 201 | 202 | 204;
  readonly reply?: z.ZodType;
  /** The answer is not JSON: file bytes, server-sent events, or an HTML page. */
  readonly responseType?: 'json' | 'bytes' | 'events' | 'page';
  /** `text` for the two calls whose body the specification's client shows as it is. */
  readonly errors?: 'problem' | 'text';
  /** The route honours an Idempotency-Key header. */
  readonly idempotent?: true;
  /** A personal API token opens the route as a session does. */
  readonly tokens?: true;
  /** Open to a session that went idle, until its absolute limit; it does not move the idle limit (product, rule 6). */
  readonly afterIdle?: true;
  /** The last path parameter goes on over slashes. */
  readonly hasWildcard?: true;
  /** A body that comes along is not read. */
  readonly ignoresBody?: true;
  /** On https the password must have been given within the last ten minutes (security 2.5): the act changes others' power or money. */
  readonly stepUp?: true;
  /** While a password must be changed, the route still answers. */
  readonly duringPasswordChange?: true;
}

/** Keeps the literal's own types while checking it against `Route`. */
export function route<const R extends Route>(literal: R): R {
  return literal;
}

/** The names between braces in a path's text, so that a missing parameter does not compile. */
export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

type ParamsOf<R extends Route> =
  PathParams<R['path']> extends never ? unknown : { params: Record<PathParams<R['path']>, string> };
type QueryIn<R extends Route> = R extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown;
type BodyIn<R extends Route> = R extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown;
type QueryOut<R extends Route> = R extends { query: infer Q extends z.ZodType } ? { query: z.output<Q> } : unknown;
type BodyOut<R extends Route> = R extends { body: infer B extends z.ZodType } ? { body: z.output<B> } : unknown;

/** What a caller hands in. */
export type CallInput<R extends Route> = ParamsOf<R> & QueryIn<R> & BodyIn<R>;
/** What a server's handler receives, parsed. */
export type HandlerInput<R extends Route> = ParamsOf<R> & QueryOut<R> & BodyOut<R>;
/** What a caller receives. */
export type Reply<R extends Route> = R extends { reply: infer S extends z.ZodType } ? z.output<S> : undefined;
/** What a handler answers with. */
export type ReplyInput<R extends Route> = R extends { reply: infer S extends z.ZodType } ? z.input<S> : undefined;

/** A route's path with its parameters filled in and encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The path ${path} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
}
