import type { Pieces } from '../../domain/dicomweb/pieces.ts';
import type { Random } from '../../platform/kit/random.ts';

/** One part of a multipart answer. */
export interface Part {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly bytes: () => Promise<AsyncIterable<Uint8Array>>;
}

/** A body of several parts (RFC 2387, PS3.18 8.7.4): its Content-Type, and its pieces in turn. */
export function multipart(
  parts: readonly Part[],
  type: string,
  random: Random,
): { contentType: string; pieces: Pieces } {
  const boundary = `medcloud-${random.bytes(18).toString('base64url')}`;
  const pieces = parts.flatMap(({ contentType, sizeBytes, bytes }, place) => [
    Buffer.from(
      `${place === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Length: ${sizeBytes}\r\n\r\n`,
    ),
    { sizeBytes, bytes },
  ]);
  return {
    contentType: `multipart/related; type="${type}"; boundary=${boundary}`,
    pieces: [...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)],
  };
}
