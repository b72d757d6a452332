import { Fault } from '@medcloud/contract/faults';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DownloadEnd } from '../../../domain/exams/log-download-end.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { countBytes } from '../../server/count-bytes.ts';
import { fileHeaders } from '../../server/security-headers.ts';
import type { ByteSpan } from '../parse-range.ts';
import { sendStream } from '../send-stream.ts';
import { streamWhileAuthorized } from '../stream-while-authorized.ts';
import type { DownloadProgress } from './active-downloads.ts';
import type { DownloadPlan, FileFacts } from './plan-download.ts';

export interface Download {
  readonly file: FileFacts;
  readonly plan: DownloadPlan;
  readonly mediaType: string;
  /** Of the attachment, without the dot. */
  readonly extension: string;
  open(span: ByteSpan): Promise<AsyncIterable<Uint8Array>>;
  /** Throws once the right to the exam has ended. */
  check(): Promise<void>;
  start(span: ByteSpan): DownloadProgress;
}

/**
 * Sends what was planned of a file, as an attachment that is never rendered. It stops when the right to it ends. Returns
 * how it ended; null if no bytes were to be sent. Throws `range_unsatisfiable`.
 */
export async function sendDownload(
  { clock, httpRequest, reply }: { clock: Clock; httpRequest: FastifyRequest; reply: FastifyReply },
  { file: { etag, sizeBytes, examId }, plan: { status, span, part }, ...download }: Download,
): Promise<DownloadEnd | null> {
  if (status === 416) throw new Fault('range_unsatisfiable', { headers: { 'content-range': `bytes */${sizeBytes}` } });
  reply.headers({
    ...fileHeaders,
    etag,
    'accept-ranges': 'bytes',
    'content-type': download.mediaType,
    'content-disposition': `attachment; filename="exam_${examId}.${download.extension}"`,
  });
  if (status === 304) {
    reply.status(304).send();
    return null;
  }
  reply.header('content-length', part.end - part.start);
  if (status === 206) reply.header('content-range', `bytes ${part.start}-${part.end - 1}/${sizeBytes}`);
  const bytes = span === null ? null : await download.open(span);
  // Bypasses Fastify, which would set Content-Length 0 for a HEAD.
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(status);
  if (bytes === null || span === null) {
    reply.raw.end();
    return null;
  }
  const send = (count: (length: number) => void) =>
    sendStream(bytes, (chunks) => countBytes(streamWhileAuthorized(chunks, clock, download.check), count), reply.raw);
  return await followDownload({ httpRequest, reply }, download.start(span), send);
}

async function followDownload(
  { httpRequest, reply }: { httpRequest: FastifyRequest; reply: FastifyReply },
  progress: DownloadProgress,
  send: (count: (length: number) => void) => Promise<void>,
): Promise<DownloadEnd> {
  const end = { bytes: 0, isComplete: true };
  const count = (length: number) => {
    progress.addBytes(length);
    end.bytes += length;
  };
  try {
    await send(count);
  } catch (error) {
    // If all bytes were written, a client that closes at once after the last byte has not cut it short.
    end.isComplete = reply.raw.writableEnded;
    if (!end.isComplete) {
      httpRequest.log.warn({ err: error, route: httpRequest.routeOptions.url }, 'a download ended early');
      reply.raw.destroy();
    }
  }
  if (end.isComplete) progress.complete();
  return end;
}
