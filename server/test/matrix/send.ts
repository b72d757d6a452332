import { type Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { request as requestByTls, type Agent as TlsAgent } from 'node:https';

/** A request as it goes out on the wire: the path is sent as it stands, dots and all. */
export interface Ask {
  method: string;
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: FormData;
  /** Bytes to send when they are neither JSON nor a form. */
  bytes?: Buffer;
  /** The length to declare; the body then stays unfinished, and the answer must come all the same. */
  declaredBytes?: number;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

interface Body {
  bytes: Buffer | null;
  headers: Record<string, string>;
}

/** Sends a request over HTTP or TLS, and hangs up on an event stream after its headers. Fails where no answer comes. */
export async function send(origin: string, agent: Agent | TlsAgent, ask: Ask): Promise<Answer> {
  const body = await bodyOf(ask);
  const { hostname, port, protocol } = new URL(origin);
  return await new Promise<Answer>((resolve, reject) => {
    const sent = (protocol === 'https:' ? requestByTls : request)({
      agent,
      hostname,
      port,
      method: ask.method,
      path: ask.path,
      headers: { ...body.headers, ...ask.headers },
    });
    let answered = false;
    // a refused upload's connection may break once its answer has come
    sent.on('error', (error) => answered || reject(error));
    sent.on('response', (response) => {
      answered = true;
      collect(ask, sent, response).then(resolve, reject);
    });
    if (ask.declaredBytes === undefined) sent.end(body.bytes ?? undefined);
    else sent.write(body.bytes ?? Buffer.alloc(1));
  });
}

async function collect(ask: Ask, sent: ClientRequest, response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  const isEndless = ask.method === 'GET' && response.headers['content-type'] === 'text/event-stream';
  if (!isEndless) for await (const chunk of response) chunks.push(chunk);
  if (isEndless || ask.declaredBytes !== undefined) sent.destroy();
  const bytes = Buffer.concat(chunks);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString('utf8') };
}

async function bodyOf(ask: Ask): Promise<Body> {
  const { bytes, headers } = await encode(ask);
  const length = ask.declaredBytes ?? bytes?.length;
  return { bytes, headers: { ...headers, ...(length === undefined ? {} : { 'content-length': String(length) }) } };
}

async function encode(ask: Ask): Promise<Body> {
  if (ask.json !== undefined)
    return { bytes: Buffer.from(JSON.stringify(ask.json)), headers: { 'content-type': 'application/json' } };
  if (ask.form === undefined) return { bytes: ask.bytes ?? null, headers: {} };
  const encoded = new Response(ask.form);
  return {
    bytes: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}

/** The answer's JSON. */
export function jsonOf(answer: Answer): unknown {
  return JSON.parse(answer.text);
}

/** The body without what differs in every answer: its request id, and the times and ids of a request for access. */
export function masked(answer: Answer): string {
  return answer.text.replace(/"(requestId|resendAt)":"[^"]*"/g, '"$1":"…"');
}
