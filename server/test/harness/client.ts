import { type CallOptions, createApiClient } from '@medcloud/contract/api-client';
import type { CallInput, Reply, Route } from '@medcloud/contract/route';
import * as z from 'zod';
import { cookieName } from '../../src/http/server/credentials.ts';
import type { Config } from '../../src/platform/config/config.ts';

/** How a client sends its session. */
export type Transport = 'bearer' | 'cookie' | 'both';

export interface RawOptions {
  headers?: Record<string, string>;
  body?: RequestInit['body'];
  transport?: Transport;
  signal?: AbortSignal;
}

/** An HTTP client of the portal: typed calls by the contract, or raw requests. */
export class Client {
  readonly origin: string;
  readonly config: Config;
  sessionId: string | null = null;
  cookie: string | null = null;
  /** The cookie by which the portal knows this browser, as `name=value`. */
  device: string | null = null;

  constructor(origin: string, config: Config) {
    this.origin = origin;
    this.config = config;
  }

  /** Returns a copy with the same session, so one of them can sign out, or for a copy of the portal. */
  copy(origin = this.origin, config = this.config): Client {
    const other = new Client(origin, config);
    other.sessionId = this.sessionId;
    other.cookie = this.cookie;
    return other;
  }

  /** Calls a route with the Bearer header. Throws `ApiError`. */
  call<R extends Route>(route: R, input: CallInput<R>, options?: CallOptions): Promise<Reply<R>> {
    return this.#api().call(route, input, options);
  }

  page<R extends Route>(route: R, input: CallInput<R>) {
    return this.#api().page(route, input);
  }

  /** Sends any request and returns the unprocessed response. */
  async raw(method: string, path: string, options: RawOptions = {}): Promise<Response> {
    return await fetch(`${this.origin}${path}`, {
      method,
      headers: { ...this.credentials(options.transport ?? 'bearer'), ...options.headers },
      redirect: 'manual',
      ...(options.body === undefined ? {} : { body: options.body, duplex: 'half' }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  }

  /** Sends JSON. */
  json(method: string, path: string, body: unknown, options: RawOptions = {}): Promise<Response> {
    return this.raw(method, path, {
      ...options,
      headers: { 'content-type': 'application/json', ...options.headers },
      body: JSON.stringify(body),
    });
  }

  credentials(transport: Transport): Record<string, string> {
    return {
      ...(this.sessionId !== null && transport !== 'cookie' ? { authorization: `Bearer ${this.sessionId}` } : {}),
      ...(this.cookie !== null && transport !== 'bearer'
        ? { cookie: `${cookieName(this.config)}=${this.cookie}` }
        : {}),
    };
  }

  /** Signs in at a login route and stores session id and cookies. `device`: the browser's cookie of an earlier sign-in. */
  async signIn(path: string, body: unknown, device: string | null = null): Promise<this> {
    const response = await this.json('POST', path, body, device === null ? {} : { headers: { cookie: device } });
    if (!response.ok) throw new Error(`Sign-in failed: ${response.status} ${await response.text()}`);
    const reply = z.object({ sessionId: z.string() }).parse(await response.json());
    this.sessionId = reply.sessionId;
    const [session, known] = response.headers.getSetCookie();
    this.cookie = /^[^=]+=([^;]+)/.exec(session ?? '')?.[1] ?? null;
    this.device = known?.split(';')[0] ?? null;
    return this;
  }

  #api() {
    return createApiClient({ origin: this.origin, sessionId: () => this.sessionId });
  }
}
