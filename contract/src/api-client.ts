import { type FaultCode, type FieldError, type FieldIssue, isFaultCode, type ProblemParams } from './faults.ts';
import { type CallInput, fillPath, type Reply, type Route } from './route.ts';
import { joinIssue } from './validation-codes.ts';

/**
 * A response that is not 2xx. Its `message` is `STATUS: text` (specification, section 8). Screens word `issue`: a
 * validation code (`issueCode`), a fault code, or text as received if it has no known code.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FaultCode | undefined;
  readonly issue: string;
  readonly fields: FieldIssue[];
  readonly requestId: string | undefined;
  /** With `revision_conflict`: the newer state, not parsed yet. */
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, text: string, retryAfter: string | null) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    const problem = parseProblem(text);
    this.code = isFaultCode(problem.code) ? problem.code : undefined;
    this.issue = joinReason(problem.params) ?? this.code ?? problem.message ?? describeText(text);
    this.fields = (problem.errors ?? []).map(({ field, code, params, message }) => ({
      field,
      issue: joinReason({ reason: code, ...params }) ?? message,
    }));
    this.requestId = problem.requestId;
    this.current = problem.current;
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}

interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface ProblemBody {
  code?: string;
  message?: string;
  params?: ProblemParams;
  requestId?: string;
  current?: unknown;
  errors?: FieldError[];
}

function parseProblem(text: string): ProblemBody {
  if (!text.startsWith('{')) return {};
  try {
    return JSON.parse(text) satisfies ProblemBody;
  } catch {
    return {}; // not JSON, such as a proxy's truncated page
  }
}

const joinReason = ({ reason, value }: ProblemParams = {}): string | undefined =>
  reason === undefined ? undefined : joinIssue(reason, value);

/** Returns the text of a response that is not a problem, or `unavailable` for a proxy's page or an empty body. */
const describeText = (text: string): string => (/^\s*(?:[<{]|$)/.test(text) ? 'unavailable' : text);

export interface ApiClientOptions {
  /** `''` in the browser, `http://127.0.0.1:PORT` elsewhere. */
  origin?: string;
  /** Returns the stored session id; called for each request. */
  sessionId?: () => string | null;
  fetch?: typeof fetch;
  headers?: Record<string, string>;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** True for a call caused by the event stream and not by the user. It does not extend the session's idle limit. */
  isBackground?: boolean;
  idempotencyKey?: string;
  /** The revision that the call changes, sent as If-Match. */
  revision?: number;
  /** The body of a route with a form. */
  form?: FormData;
  /** Lets the request outlive the page. Its body may have 64 KB at most (Fetch, "keepalive"). */
  isLeaving?: boolean;
}

/** One page of a list, with the values of its headers. */
export interface Page<T> {
  rows: T;
  /** `"0"` to `"1000"`, or `"1000+"`. */
  total: string | null;
  nextCursor: string | null;
}

export type ApiCall = ReturnType<typeof createApiClient>['call'];

/**
 * Creates a client that calls the contract's routes. It sends Content-Type only with a body, credentials always, and
 * the Bearer header if a session id is stored (specification, section 6). Throws `ApiError` on a response that is not
 * 2xx, and fetch's own TypeError if the portal cannot be reached.
 */
export function createApiClient(options: ApiClientOptions = {}) {
  async function send<R extends Route>(route: R, input: CallInput<R>, call: CallOptions = {}): Promise<Response> {
    // The only cast from a route's own input type to the optional parts that any route may have.
    const { params, query, body } = input as RequestParts;
    const url = `${options.origin ?? ''}${fillPath(route.path, params)}${formatQuery(query)}`;
    const response = await (options.fetch ?? fetch)(url, {
      method: route.method,
      credentials: 'include',
      headers: createHeaders(options, call, body !== undefined),
      body: call.form ?? (body === undefined ? null : JSON.stringify(body)),
      ...(call.signal ? { signal: call.signal } : {}),
      ...(call.isLeaving ? { keepalive: true } : {}),
    });
    if (!response.ok) throw await readApiError(response);
    return response;
  }

  return {
    send,
    /** Sends a call and returns the parsed reply. */
    async call<R extends Route>(route: R, input: CallInput<R>, call?: CallOptions): Promise<Reply<R>> {
      const response = await send(route, input, call);
      return parseReply(route, response.status === 204 ? undefined : await response.json());
    },
    /** Sends a call to a paged list and returns the parsed rows, total and next cursor. */
    async page<R extends Route>(route: R, input: CallInput<R>, call?: CallOptions): Promise<Page<Reply<R>>> {
      const response = await send(route, input, call);
      return {
        rows: parseReply(route, await response.json()),
        total: response.headers.get('x-total-count'),
        nextCursor: parseNextCursor(response.headers.get('link')),
      };
    },
  };
}

function parseReply<R extends Route>(route: R, json: unknown): Reply<R> {
  return (route.reply ? route.reply.parse(json) : undefined) as Reply<R>;
}

function createHeaders(options: ApiClientOptions, call: CallOptions, hasBody: boolean): Record<string, string> {
  const sessionId = options.sessionId?.();
  return {
    ...options.headers,
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(sessionId ? { authorization: `Bearer ${sessionId}` } : {}),
    ...(call.isBackground ? { 'x-background': '1' } : {}),
    ...(call.idempotencyKey ? { 'idempotency-key': call.idempotencyKey } : {}),
    ...(call.revision === undefined ? {} : { 'if-match': `"${call.revision}"` }),
  };
}

function formatQuery(query: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  if (pairs.length === 0) return '';
  return `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

/** Reads an `ApiError` from a response that is not 2xx. Uses the status text if the body is empty. */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  return new ApiError(response.status, text || response.statusText, response.headers.get('retry-after'));
}

function parseNextCursor(link: string | null): string | null {
  const match = link?.match(/[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/);
  return match?.[1] ? decodeURIComponent(match[1]) : null;
}
