import type { DownloadEnd } from '../../domain/exams/log-download-end.ts';
import { checkStillAllowed } from '../../domain/exams/open-exam-file.ts';
import { countBytes } from '../server/count-bytes.ts';
import { fileHeaders } from '../server/security-headers.ts';
import { isEtagMatch } from '../streams/is-etag-match.ts';
import { sendBuffer, sendStream } from '../streams/send-stream.ts';
import { streamWhileAuthorized } from '../streams/stream-while-authorized.ts';
import type { DicomWebCall } from './call.ts';

/** A response of bytes. */
export interface BytesResponse {
  /**
   * The exam of the bytes, whose authorization is rechecked while they are sent; null for a short response about many
   * exams.
   */
  readonly examId: string | null;
  readonly status?: 200 | 206;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly etag?: string;
  /** Null if unknown in advance. */
  readonly sizeBytes: number | null;
  /** Short bytes in memory, or a function that opens them. Each chunk may be valid only until the next but one is requested. */
  readonly bytes: Uint8Array | (() => Promise<AsyncIterable<Uint8Array>>);
  /** For a download that is opened: called when the response has ended. */
  readonly onEnd?: ((end: DownloadEnd) => Promise<void>) | undefined;
}

/**
 * Sends bytes as they are read and stops once the client is no longer authorized. Responds with 304 to a matching tag
 * and with headers only to a HEAD.
 */
export async function sendBytes(call: DicomWebCall, response: BytesResponse): Promise<unknown> {
  const { httpRequest, reply } = call;
  reply.headers({ ...fileHeaders, vary: varyHeader, ...response.headers });
  if (response.etag !== undefined) reply.header('etag', response.etag);
  if (response.etag !== undefined && isEtagMatch(httpRequest.headers['if-none-match'], response.etag))
    return reply.status(304).send();
  if (response.sizeBytes !== null) reply.header('content-length', response.sizeBytes);
  // Opened before the headers are sent, so an immediate failure gets its own status.
  const bytes = httpRequest.method === 'HEAD' ? null : await openBytes(response);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(response.status ?? 200);
  if (bytes === null) return reply.raw.end();
  if (bytes instanceof Uint8Array) await sendBuffer(bytes, reply.raw).catch((error) => logEarlyEnd(call, error));
  else await streamBytes(call, response, bytes);
  return reply;
}

async function openBytes({ bytes }: BytesResponse): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  return bytes instanceof Uint8Array ? bytes : await bytes();
}

function logEarlyEnd({ httpRequest, reply }: DicomWebCall, error: unknown): void {
  httpRequest.log.warn({ err: error, route: httpRequest.routeOptions.url }, 'an answer ended early');
  reply.raw.destroy();
}

const varyHeader = 'accept, accept-encoding, origin, authorization, cookie';

async function streamBytes(
  call: DicomWebCall,
  { examId, onEnd }: BytesResponse,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { context, scope, request, reply } = call;
  const check = async () => {
    if (examId !== null) await checkStillAllowed(context, call.authorization, scope, request.principal, examId);
  };
  const end = { bytes: 0, isComplete: true };
  const checked = (chunks: typeof bytes) => streamWhileAuthorized(chunks, context.clock, check);
  const count = (length: number) => {
    end.bytes += length;
  };
  try {
    await sendStream(
      bytes,
      (chunks) => (onEnd === undefined ? checked(chunks) : countBytes(checked(chunks), count)),
      reply.raw,
    );
  } catch (error) {
    end.isComplete = reply.raw.writableEnded;
    if (!end.isComplete) logEarlyEnd(call, error);
  }
  await onEnd?.(end);
}
