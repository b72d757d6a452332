import type { Random } from '../../platform/ids/random.ts';
import type { BodyChunks } from '../../platform/zip/body-chunks.ts';

/** One part of a multipart response. */
export interface Part {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly bytes: () => Promise<AsyncIterable<Uint8Array>>;
}

/** Creates a multipart body (RFC 2387, PS3.18 8.7.4): its Content-Type and its chunks in order. */
export function createMultipart(
  parts: readonly Part[],
  type: string,
  random: Random,
): { contentType: string; chunks: BodyChunks } {
  const boundary = newBoundary(random);
  const chunks = parts.flatMap(({ contentType, sizeBytes, bytes }, index) => [
    headOf(boundary, contentType, sizeBytes, index),
    { sizeBytes, bytes },
  ]);
  return { contentType: typeOf(type, boundary), chunks: [...chunks, endOf(boundary)] };
}

/** Creates a multipart body from parts of one type that are produced on demand, of unknown number. */
export function createMultipartStream(
  type: string,
  random: Random,
): { contentType: string; bytes: (parts: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array> } {
  const boundary = newBoundary(random);
  async function* bytes(parts: AsyncIterable<Uint8Array>) {
    let index = 0;
    for await (const part of parts) {
      yield headOf(boundary, type, part.length, index++);
      yield part;
    }
    yield endOf(boundary);
  }
  return { contentType: typeOf(type, boundary), bytes };
}

/** Creates a multipart body from parts that are made one after another, when the client reads. */
export function createMultipartSequence(
  type: string,
  random: Random,
): { contentType: string; bytes: (parts: AsyncIterable<Part>) => AsyncGenerator<Uint8Array> } {
  const boundary = newBoundary(random);
  async function* bytes(parts: AsyncIterable<Part>) {
    let index = 0;
    for await (const part of parts) {
      yield headOf(boundary, part.contentType, part.sizeBytes, index++);
      yield* await part.bytes();
    }
    yield endOf(boundary);
  }
  return { contentType: typeOf(type, boundary), bytes };
}

function newBoundary(random: Random): string {
  return `medcloud-${random.bytes(18).toString('base64url')}`;
}

function typeOf(type: string, boundary: string): string {
  return `multipart/related; type="${type}"; boundary=${boundary}`;
}

function headOf(boundary: string, contentType: string, sizeBytes: number, index: number): Buffer {
  const lines = [`--${boundary}`, `Content-Type: ${contentType}`, `Content-Length: ${sizeBytes}`];
  return Buffer.from(`${index === 0 ? '' : '\r\n'}${lines.join('\r\n')}\r\n\r\n`);
}

function endOf(boundary: string): Buffer {
  return Buffer.from(`\r\n--${boundary}--\r\n`);
}
