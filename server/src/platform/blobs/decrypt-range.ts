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

/** Plaintext bytes `start` (0 if left out) up to, not including, `end` (the object's end if left out). */
export interface ByteRange {
  readonly start?: number;
  readonly end?: number;
}

/** What a reading may begin with. */
export interface ReadOptions {
  readonly known?: Layout;
  readonly pool: SegmentBufferPool;
  /** A piece lasts only until the next but one is asked for, so that it can leave while the next is opened: then its memory is given back. */
  readonly isTransient?: boolean;
}

async function readExactly(reader: BlobReader, position: number, buffer: Buffer): Promise<Buffer> {
  // The length was there when the object was opened: a shorter read means that it was cut meanwhile.
  if ((await reader.read(position, buffer)) !== buffer.length) throw new BlobError('corrupt');
  return buffer;
}

/** Checks the header and gives the layout. `corrupt` if the container is not of this object or no container. */
export async function readLayout(reader: BlobReader, objectKey: ObjectKey): Promise<Layout> {
  const layout = layoutOf(reader.sizeBytes);
  const header = await readExactly(reader, 0, Buffer.alloc(headerBytes));
  if (!isHeaderOf(objectKey, header)) throw new BlobError('corrupt');
  return layout;
}

/** The range with both ends known. An end behind the object's is `corrupt`: the row that promised it was written whole. */
function resolveRange({ start = 0, end }: ByteRange, sizeBytes: number): Required<ByteRange> {
  const bounded = { start, end: end ?? Math.max(start, sizeBytes) };
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(bounded.end) || start < 0 || bounded.end < start) {
    throw new RangeError('A byte range needs 0 <= start <= end');
  }
  if (bounded.end > sizeBytes) throw new BlobError('corrupt');
  return bounded;
}

/**
 * The plaintext of a range, frame by frame; the next block of them is fetched while one is opened and used. No byte leaves
 * before its whole frame is verified, and no frame is read that the range does not touch. A range up to the end proves
 * that the end is the end, in an empty object too. `known`: its layout, where the header was checked before; `shelf`: of buffers for
 * stored frames. Fails as `io` or `corrupt`; `RangeError` for an impossible range.
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
  const key = createSecretKey(objectKey.key); // once: a plain buffer is made a key for each frame anew, 40 µs each
  const fetch = createBlockFetcher(reader, pool, {
    layout,
    firstSegment: Math.floor(start / segmentBytes),
    endSegment,
  });
  // all at once: each wait for the disk is one more turn behind others on a busy machine
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
        // not where the caller leaves instead: the system may still read from what it was handed last
        if (previous) releaseBuffer(previous);
        previous = plain;
      }
      pool.release(block.buffer);
      pendingBlocks.shift();
      pendingBlocks.push(fetch());
    }
  } finally {
    // A caller that leaves early must not close the file under a read in flight.
    await Promise.allSettled([header, ...pendingBlocks.map((block) => block?.bytes)]);
    for (const block of pendingBlocks) if (block) pool.release(block.buffer);
  }
}

/** Stored frames `first` up to, not including, `end`, on their way into a buffer. */
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
 * Fetches stored frames, with each call the next block of them: one, two, then four, so that the first byte comes soon and a
 * long reading costs few calls of the disk (a quarter of them: a sixth of the processor's time). Undefined at the end. A
 * failure shows where the bytes are awaited.
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

/** The plaintext of a small range as one buffer, as for a ZIP's directory. Fails as `readSealed` does. */
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
