import type * as z from 'zod';
import type { CenterPermission } from './permissions.ts';

/** Who may call a route. `center`, `doctor` and `admin` are roles; `holder` has the token of a consent link. */
export type RouteAccess = 'anyone' | 'holder' | 'signed-in' | 'center' | 'doctor' | 'admin' | 'center-or-doctor';

/** Requirement for a signed-in doctor. `subscribed` includes `verified`. */
export type DoctorRequirement = 'none' | 'verified' | 'subscribed';

/** Rate limit class. `platform/throttle` defines the figures. */
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

/** What a center's member needs for a route; `membership`: any role. */
export type RouteNeed = CenterPermission | 'membership';

/** A route of centers says what their members need. */
type RouteGuard =
  | { readonly access: 'center' | 'center-or-doctor'; readonly needs: RouteNeed }
  | { readonly access: Exclude<RouteAccess, 'center' | 'center-or-doctor'>; readonly needs?: undefined };

/** A route as data. The server, the client, the API document and the tests are derived from this literal. */
export type Route = RouteGuard & RouteFields;

interface RouteFields {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/…`, with `{name}` for each path parameter. */
  readonly path: string;
  readonly doctor?: DoctorRequirement;
  readonly rate: RateClass;
  /** One sentence for the API document. `source` is the section that requires the route. */
  readonly summary: string;
  readonly source: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Largest JSON body, where it is not 100 KB (security 2, row 41). */
  readonly maxBodyBytes?: number;
  /** Text fields of a streamed multipart form, parsed after its file was read. */
  readonly form?: z.ZodType;
  /** The body is a part of a file, read as it streams (tus 1.0.0). */
  readonly part?: true;
  /** The body reaches the handler as the bytes that were sent, for a signature over them. */
  readonly rawBody?: true;
  readonly status?: 200 | 201 | 202 | 204;
  readonly reply?: z.ZodType;
  /** Kind of a response that is not JSON: file bytes, server-sent events, or an HTML page. */
  readonly responseType?: 'json' | 'bytes' | 'events' | 'page';
  /** `text` for the two calls whose body the specification's client shows unchanged. */
  readonly errors?: 'problem' | 'text';
  /** The route supports an Idempotency-Key header. */
  readonly idempotent?: true;
  /** The route accepts a personal API token in place of a session. */
  readonly tokens?: true;
  /** Accepts an idle session until its absolute limit; does not extend the idle limit (product, rule 6). */
  readonly afterIdle?: true;
  /** The last path parameter may contain slashes. */
  readonly hasWildcard?: true;
  /** A request body is ignored. */
  readonly ignoresBody?: true;
  /**
   * On https the password must have been entered within the last ten minutes (security 2.5), because the call changes
   * other accounts' rights or money.
   */
  readonly stepUp?: true;
  /** The route is allowed until a required second factor is set up; `password`: and while a password change is required. */
  readonly duringSetup?: 'password' | 'factor';
}

/** Keeps the literal's own types while checking it against `Route`. */
export function route<const R extends Route>(literal: R): R {
  return literal;
}

/** The parameter names in a path. A missing parameter is a compile error. */
export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

type ParamsOf<R extends Route> =
  PathParams<R['path']> extends never ? unknown : { params: Record<PathParams<R['path']>, string> };
type QueryIn<R extends Route> = R extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown;
/** A body that may be absent may be left out. */
type BodyOf<Body> = undefined extends Body ? { body?: Body } : { body: Body };
type BodyIn<R extends Route> = R extends { body: infer B extends z.ZodType } ? BodyOf<z.input<B>> : unknown;
type QueryOut<R extends Route> = R extends { query: infer Q extends z.ZodType } ? { query: z.output<Q> } : unknown;
type BodyOut<R extends Route> = R extends { body: infer B extends z.ZodType } ? { body: z.output<B> } : unknown;

/** Input of a client's call. */
export type CallInput<R extends Route> = ParamsOf<R> & QueryIn<R> & BodyIn<R>;
/** Parsed input of a server's handler. */
export type HandlerInput<R extends Route> = ParamsOf<R> & QueryOut<R> & BodyOut<R>;
/** Parsed reply that a client receives. */
export type Reply<R extends Route> = R extends { reply: infer S extends z.ZodType } ? z.output<S> : undefined;
/** Reply that a handler returns. */
export type ReplyInput<R extends Route> = R extends { reply: infer S extends z.ZodType } ? z.input<S> : undefined;

/** Fills a route's path with encoded parameters. Throws a TypeError if a parameter is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The path ${path} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
}
