import { type Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { request as requestByTls, type Agent as TlsAgent } from 'node:https';

/** A request as sent on the wire. The path is not normalized. */
export interface RequestSpec {
  method: string;
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: FormData;
  /** Bytes to send when they are neither JSON nor a form. */
  bytes?: Buffer;
  /** Content-Length to declare. The body then stays incomplete, and the response must still come. */
  declaredBytes?: number;
}

export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

interface EncodedBody {
  bytes: Buffer | null;
  headers: Record<string, string>;
}

/** Sends a request over HTTP or TLS. Closes an event stream after its headers. Rejects without a response. */
export async function send(origin: string, agent: Agent | TlsAgent, spec: RequestSpec): Promise<TestResponse> {
  const body = await bodyOf(spec);
  const { hostname, port, protocol } = new URL(origin);
  return await new Promise<TestResponse>((resolve, reject) => {
    const clientRequest = (protocol === 'https:' ? requestByTls : request)({
      agent,
      hostname,
      port,
      method: spec.method,
      path: spec.path,
      headers: { ...body.headers, ...spec.headers },
    });
    let isAnswered = false;
    // The connection of a rejected upload may break after the response.
    clientRequest.on('error', (error) => isAnswered || reject(error));
    clientRequest.on('response', (response) => {
      isAnswered = true;
      collect(spec, clientRequest, response).then(resolve, reject);
    });
    if (spec.declaredBytes === undefined) clientRequest.end(body.bytes ?? undefined);
    else clientRequest.write(body.bytes ?? Buffer.alloc(1));
  });
}

async function collect(
  spec: RequestSpec,
  clientRequest: ClientRequest,
  response: IncomingMessage,
): Promise<TestResponse> {
  const chunks: Buffer[] = [];
  const isEndless = spec.method === 'GET' && response.headers['content-type'] === 'text/event-stream';
  if (!isEndless) for await (const chunk of response) chunks.push(chunk);
  if (isEndless || spec.declaredBytes !== undefined) clientRequest.destroy();
  const bytes = Buffer.concat(chunks);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString('utf8') };
}

async function bodyOf(spec: RequestSpec): Promise<EncodedBody> {
  const { bytes, headers } = await encode(spec);
  const length = spec.declaredBytes ?? bytes?.length;
  return { bytes, headers: { ...headers, ...(length === undefined ? {} : { 'content-length': String(length) }) } };
}

async function encode(spec: RequestSpec): Promise<EncodedBody> {
  if (spec.json !== undefined)
    return { bytes: Buffer.from(JSON.stringify(spec.json)), headers: { 'content-type': 'application/json' } };
  if (spec.form === undefined) return { bytes: spec.bytes ?? null, headers: {} };
  const encoded = new Response(spec.form);
  return {
    bytes: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}

/** Parses the response's JSON. */
export function jsonOf(response: TestResponse): unknown {
  return JSON.parse(response.text);
}

/**
 * Returns the body with masked values that differ in every response: request id, and resend time of an access request.
 */
export function masked(response: TestResponse): string {
  return response.text.replace(/"(requestId|resendAt)":"[^"]*"/g, '"$1":"…"');
}
