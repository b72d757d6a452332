import type { IncomingHttpHeaders } from 'node:http';

export interface ByteSpan {
  start: number;
  /** Exclusive. */
  end: number;
}

/**
 * Parses a request's single byte range (RFC 9110 14.1.2). Returns null for the whole file: without Range, with several
 * ranges, another unit, or an If-Range of other bytes.
 */
export function parseRange(
  headers: IncomingHttpHeaders,
  etag: string,
  sizeBytes: number,
): ByteSpan | 'unsatisfiable' | null {
  if (headers.range === undefined || (headers['if-range'] !== undefined && headers['if-range'] !== etag)) return null;
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.range);
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const last = Number(match[2]);
    return last === 0 ? 'unsatisfiable' : { start: Math.max(0, sizeBytes - last), end: sizeBytes };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? sizeBytes : Math.min(sizeBytes, Number(match[2]) + 1);
  if (match[2] !== '' && end <= start && start < sizeBytes) return null;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
