import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { causeCode, GatewayError } from './gateway-error.ts';

export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body: string | null;
}

export interface OutboundResponse {
  status: number;
  /** At most 64 KiB of the body; cut short where the line broke after the status. */
  text: string;
}

const maxBytes = 65_536;

/**
 * One request on a connection of its own; redirects are not followed (security, attack 27). Fails with `GatewayError`:
 * `not-sent` while the connection was not made, `unknown` from then on. `fetch` would not tell the two apart.
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
      void readText(response, request).then((text) => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.end(options.body ?? undefined);
  });
}

function lengthOf(body: string | null): Record<string, number> {
  return body === null ? {} : { 'content-length': Buffer.byteLength(body) };
}

async function readText(response: IncomingMessage, request: ClientRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > maxBytes) break;
    }
  } catch {
    // the status has come, and says what became of the message; the text is for its cause alone
  }
  request.destroy();
  return Buffer.concat(chunks).toString('utf8').slice(0, maxBytes);
}

/**
 * What a gateway's status says of the message; null where it was taken. Credentials and rates are an operator's to mend,
 * so they wait; of a failure inside the gateway nobody knows what it did before (RFC 9110, 15.6).
 */
export function failureOf(status: number): GatewayError | null {
  if (status >= 200 && status < 300) return null;
  const code = `http_${status}`;
  if ([401, 403, 407, 408, 425, 429, 503].includes(status)) return new GatewayError('not-sent', code);
  if (status >= 500) return new GatewayError('unknown', code);
  return new GatewayError(status >= 400 ? 'refused' : 'not-sent', code);
}
