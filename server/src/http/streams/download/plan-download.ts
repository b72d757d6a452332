import type { FastifyRequest } from 'fastify';
import { isEtagMatch } from '../is-etag-match.ts';
import { type ByteSpan, parseRange } from '../parse-range.ts';

/** What the conditions of a request depend on. */
export interface FileFacts {
  readonly examId: string;
  readonly etag: string;
  readonly sizeBytes: number;
}

export interface DownloadPlan {
  status: 200 | 206 | 304 | 416;
  /** The bytes to send; null if none. */
  span: ByteSpan | null;
  /** The bytes that the response describes, also for a HEAD. */
  part: ByteSpan;
}

/** Plans the response. A non-matching If-Range or several ranges give the whole file instead of a part. */
export function planDownload({ headers, method }: FastifyRequest, file: FileFacts): DownloadPlan {
  const { etag } = file;
  const fullSpan = { start: 0, end: file.sizeBytes };
  if (isEtagMatch(headers['if-none-match'], etag)) return { status: 304, span: null, part: fullSpan };
  // Range is defined only for GET (RFC 9110 14.2).
  if (method === 'HEAD') return { status: 200, span: null, part: fullSpan };
  const range = parseRange(headers, etag, file.sizeBytes);
  if (range === 'unsatisfiable') return { status: 416, span: null, part: fullSpan };
  return range === null ? { status: 200, span: fullSpan, part: fullSpan } : { status: 206, span: range, part: range };
}
