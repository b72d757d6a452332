import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { causeCode, GatewayError } from './gateway-error.ts';

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: URL;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** The most bytes of the response's body to read: 64 KiB if omitted. */
  maxResponseBytes?: number;
}

export interface OutboundResponse {
  status: number;
  /** At most `maxResponseBytes` of the body. Truncated if the connection broke after the status. */
  text: string;
  bytes: Buffer;
}

const defaultMaxBytes = 65_536;

/**
 * Sends one request on its own connection. Does not follow redirects (security, attack 27). Throws `GatewayError`:
 * `not-sent` before the connection is established, `unknown` afterwards. `fetch` does not distinguish the two.
 */
export function sendRequest(options: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    const isSecure = options.url.protocol === 'https:';
    let isConnected = false;
    const request = (isSecure ? requestHttps : requestHttp)(options.url, {
      method: options.method,
      headers: { ...options.headers, ...lengthOf(options.body) },
      agent: false,
      signal,
    });
    request.once('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    request.once('error', (error) => {
      const code = signal.aborted ? 'timeout' : causeCode(error);
      reject(new GatewayError(isConnected ? 'unknown' : 'not-sent', code, { cause: error }));
    });
    request.once('response', (response) => {
      void readBody(response, request, options.maxResponseBytes ?? defaultMaxBytes).then((bytes) =>
        resolve({ status: response.statusCode ?? 0, text: bytes.toString('utf8'), bytes }),
      );
    });
    request.end(options.body ?? undefined);
  });
}

function lengthOf(body: OutboundRequest['body']): Record<string, number> {
  return body === null ? {} : { 'content-length': Buffer.byteLength(body) };
}

async function readBody(response: IncomingMessage, request: ClientRequest, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > maxBytes) break;
    }
  } catch {
    // The status has arrived and decides the result.
  }
  request.destroy();
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/**
 * Converts a gateway's status to an error; null if the message was accepted. Errors of credentials and rates are
 * `not-sent`, because an operator can correct them. A failure inside the gateway is `unknown`, because it may have sent
 * the message before (RFC 9110, 15.6).
 */
export function failureOf(status: number): GatewayError | null {
  if (status >= 200 && status < 300) return null;
  const code = `http_${status}`;
  if ([401, 403, 407, 408, 425, 429, 503].includes(status)) return new GatewayError('not-sent', code);
  if (status >= 500) return new GatewayError('unknown', code);
  return new GatewayError(status >= 400 ? 'refused' : 'not-sent', code);
}
