import { type FaultCode, type FieldError, faults, isFaultCode } from './faults.ts';
import { type CallInput, fillPath, type Reply, type Route } from './route.ts';

/** An answer that is not 2xx. Its message is `STATUS: text` (specification, section 8); screens show `sentence`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FaultCode | undefined;
  readonly userMessage: string;
  readonly fields: FieldError[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, text: string, retryAfter: string | null) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    const problem = parseProblem(text);
    this.code = isFaultCode(problem.code) ? problem.code : undefined;
    this.userMessage = problem.message ?? defaultMessage(this.code, text);
    this.fields = problem.errors ?? [];
    this.requestId = problem.requestId;
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
  requestId?: string;
  errors?: FieldError[];
}

function parseProblem(text: string): ProblemBody {
  if (!text.startsWith('{')) return {};
  try {
    return JSON.parse(text) satisfies ProblemBody;
  } catch {
    return {}; // a proxy's page cut short: the text itself is all there is to show
  }
}

/** Where the answer has no sentence of its own: the code's; and for the page of a proxy before the portal, one of ours. */
function defaultMessage(code: FaultCode | undefined, text: string): string {
  if (code !== undefined) return faults[code].message;
  return /^\s*(?:[<{]|$)/.test(text) ? faults.unavailable.message : text;
}

export interface ApiClientOptions {
  /** `''` in the browser, `http://127.0.0.1:PORT` elsewhere. */
  origin?: string;
  /** The stored session id, read anew for each call. */
  sessionId?: () => string | null;
  fetch?: typeof fetch;
  headers?: Record<string, string>;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The call was caused by the event stream, not by a person: it does not move the idle limit. */
  isBackground?: boolean;
  idempotencyKey?: string;
}

/** What a list answers besides its rows. */
export interface Page<T> {
  rows: T;
  /** `"0"` to `"1000"`, or `"1000+"`. */
  total: string | null;
  nextCursor: string | null;
}

export type ApiCall = ReturnType<typeof createApiClient>['call'];

/**
 * Calls routes by their literals: Content-Type only with a body, credentials always, the Bearer header when a session
 * id is stored (specification, section 6). Fails with `PortalError` on any answer that is not 2xx, and with fetch's own
 * TypeError when the portal cannot be reached.
 */
export function createApiClient(options: ApiClientOptions = {}) {
  async function send<R extends Route>(route: R, input: CallInput<R>, call: CallOptions = {}): Promise<Response> {
    // The one place where a route's own input type is read as the loose parts that any route may have.
    const { params, query, body } = input as RequestParts;
    const url = `${options.origin ?? ''}${fillPath(route.path, params)}${formatQuery(query)}`;
    const response = await (options.fetch ?? fetch)(url, {
      method: route.method,
      credentials: 'include',
      headers: createHeaders(options, call, body !== undefined),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(call.signal ? { signal: call.signal } : {}),
    });
    if (!response.ok) throw await readApiError(response);
    return response;
  }

  return {
    send,
    /** The parsed reply. */
    async call<R extends Route>(route: R, input: CallInput<R>, call?: CallOptions): Promise<Reply<R>> {
      const response = await send(route, input, call);
      return parseReply(route, response.status === 204 ? undefined : await response.json());
    },
    /** The parsed reply of a paged list, with its headers. */
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
  };
}

function formatQuery(query: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  if (pairs.length === 0) return '';
  return `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

/** The error of an answer that is not 2xx: its body's text, or the status text if the body is empty. */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  return new ApiError(response.status, text || response.statusText, response.headers.get('retry-after'));
}

function parseNextCursor(link: string | null): string | null {
  const match = link?.match(/[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/);
  return match?.[1] ? decodeURIComponent(match[1]) : null;
}
