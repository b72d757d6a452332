import { createSecretKey } from 'node:crypto';
import { releaseBuffer } from '../concurrency/release-buffer.ts';
import { BlobError } from './blob-error.ts';
import type { BlobReader } from './blob-store.ts';
import {
  decryptSegment,
  headerBytes,
  isHeaderOf,
  type Layout,
  layoutOf,
  type ObjectKey,
  segmentBytes,
  segmentLength,
  segmentPosition,
  segmentsPerBlock,
} from './container.ts';
import type { SegmentBufferPool } from './segment-buffer-pool.ts';

/** Plaintext bytes from `start` (default 0) up to but not including `end` (default: the object's end). */
export interface ByteRange {
  readonly start?: number;
  readonly end?: number;
}

/** Options of a read. `known`: the layout, if the header was checked before. `pool`: buffers for stored segments. */
export interface ReadOptions {
  readonly known?: Layout;
  readonly pool: SegmentBufferPool;
  /**
   * Releases each chunk's memory when the caller requests the next but one. It can be sent while the next is decrypted.
   */
  readonly isTransient?: boolean;
}

async function readExactly(reader: BlobReader, position: number, buffer: Buffer): Promise<Buffer> {
  // The object had this length when it was opened: a shorter read means that it was truncated meanwhile.
  if ((await reader.read(position, buffer)) !== buffer.length) throw new BlobError('corrupt');
  return buffer;
}

/** Checks the header and returns the layout. Throws `corrupt` if the bytes are not a container of this object. */
export async function readLayout(reader: BlobReader, objectKey: ObjectKey): Promise<Layout> {
  const layout = layoutOf(reader.sizeBytes);
  const header = await readExactly(reader, 0, Buffer.alloc(headerBytes));
  if (!isHeaderOf(objectKey, header)) throw new BlobError('corrupt');
  return layout;
}

/**
 * Fills in the defaults of a range. Throws `corrupt` if it ends after the object's end, because the row that states the
 * size was written for a complete object; `RangeError` for an impossible range.
 */
function resolveRange({ start = 0, end }: ByteRange, sizeBytes: number): Required<ByteRange> {
  const bounded = { start, end: end ?? Math.max(start, sizeBytes) };
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(bounded.end) || start < 0 || bounded.end < start) {
    throw new RangeError('A byte range needs 0 <= start <= end');
  }
  if (bounded.end > sizeBytes) throw new BlobError('corrupt');
  return bounded;
}

/**
 * Yields the plaintext of a range, segment by segment. Reads the next block of segments while the caller uses the
 * current one. Yields no byte before its segment is authenticated, and reads only segments that the range touches. A
 * range up to the end also proves that the object was not cut off, even an empty one. Throws `io`, `corrupt`;
 * `RangeError` for an impossible range.
 */
export async function* decryptRange(
  reader: BlobReader,
  objectKey: ObjectKey,
  range: ByteRange,
  { known, pool, isTransient = false }: ReadOptions,
): AsyncGenerator<Buffer, void> {
  const layout = known ?? layoutOf(reader.sizeBytes);
  const { start, end } = resolveRange(range, layout.sizeBytes);
  const endSegment = end === layout.sizeBytes ? layout.segmentCount : Math.ceil(end / segmentBytes);
  const key = createSecretKey(objectKey.key); // once: from a plain buffer, each segment creates a key (40 µs)
  const fetch = createBlockFetcher(reader, pool, {
    layout,
    firstSegment: Math.floor(start / segmentBytes),
    endSegment,
  });
  // Header and first blocks in parallel: on a busy machine every single wait for the disk queues behind others.
  const header = known ? Promise.resolve() : readLayout(reader, objectKey);
  const pendingBlocks = [fetch(), fetch()];
  let previous: Buffer | undefined;
  try {
    await header;
    for (let block = pendingBlocks[0]; block !== undefined; block = pendingBlocks[0]) {
      const encrypted = await block.bytes;
      for (let index = block.first; index < block.end; index += 1) {
        const from = segmentPosition(index) - segmentPosition(block.first);
        const stored = encrypted.subarray(from, from + segmentLength(layout, index));
        const plain = decryptSegment(
          { objectId: objectKey.objectId, key },
          index,
          index === layout.segmentCount - 1,
          stored,
        );
        const offset = index * segmentBytes;
        const chunk = plain.subarray(Math.max(start - offset, 0), Math.min(end - offset, plain.length));
        if (chunk.length > 0) yield chunk;
        if (!isTransient) continue;
        // Not released if the caller stops early: the system may still read from the last chunk.
        if (previous) releaseBuffer(previous);
        previous = plain;
      }
      pool.release(block.buffer);
      pendingBlocks.shift();
      pendingBlocks.push(fetch());
    }
  } finally {
    // If the consumer stops early, wait for the pending reads before closing the file.
    await Promise.allSettled([header, ...pendingBlocks.map((block) => block?.bytes)]);
    for (const block of pendingBlocks) if (block) pool.release(block.buffer);
  }
}

/** A pending read of the stored segments `first` up to but not including `end`. */
interface Block {
  readonly first: number;
  readonly end: number;
  readonly buffer: Buffer;
  readonly bytes: Promise<Buffer>;
}

interface SegmentRange {
  readonly layout: Layout;
  readonly firstSegment: number;
  readonly endSegment: number;
}

/**
 * Creates a function that starts the read of the next block of stored segments: one, two, then four. The first byte
 * comes early, and a long read needs few system calls (a quarter of them: a sixth of the CPU time). The function
 * returns undefined at the end. A failure appears where `bytes` is awaited.
 */
function createBlockFetcher(reader: BlobReader, pool: SegmentBufferPool, range: SegmentRange): () => Block | undefined {
  const { layout, firstSegment, endSegment } = range;
  let first = firstSegment;
  let segmentCount = 1;
  return () => {
    if (first >= endSegment) return undefined;
    const end = Math.min(first + segmentCount, endSegment);
    const length = segmentPosition(end - 1) + segmentLength(layout, end - 1) - segmentPosition(first);
    const buffer = pool.acquire(length);
    const bytes = readExactly(reader, segmentPosition(first), buffer.subarray(0, length));
    bytes.catch(() => undefined);
    const block = { first, end, buffer, bytes };
    first = end;
    segmentCount = Math.min(2 * segmentCount, segmentsPerBlock);
    return block;
  };
}

/** Returns the plaintext of a small range as one buffer, such as a ZIP directory. Throws as `decryptRange`. */
export async function decryptRangeBytes(
  reader: BlobReader,
  objectKey: ObjectKey,
  range: ByteRange,
  options: ReadOptions,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of decryptRange(reader, objectKey, range, options)) chunks.push(chunk);
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks);
}
