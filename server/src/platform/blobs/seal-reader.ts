import { createSecretKey } from 'node:crypto';
import { giveBack } from '../concurrency/give-back.ts';
import { BlobError } from './blob-error.ts';
import type { BlockShelf } from './block-shelf.ts';
import {
  blockFrames,
  frameBytes,
  frameLength,
  framePosition,
  headerBytes,
  isHeaderOf,
  type Layout,
  layoutOf,
  openFrame,
  type Seal,
} from './container.ts';
import type { BlobReader } from './store.ts';

/** Plaintext bytes `start` (0 if left out) up to, not including, `end` (the object's end if left out). */
export interface ByteRange {
  readonly start?: number;
  readonly end?: number;
}

/** What a reading may begin with. */
export interface Reading {
  readonly known?: Layout;
  readonly shelf: BlockShelf;
  /** A piece lasts only until the next but one is asked for, so that it can leave while the next is opened: then its memory is given back. */
  readonly isPassing?: boolean;
}

async function readExactly(reader: BlobReader, position: number, buffer: Buffer): Promise<Buffer> {
  // The length was there when the object was opened: a shorter read means that it was cut meanwhile.
  if ((await reader.read(position, buffer)) !== buffer.length) throw new BlobError('corrupt');
  return buffer;
}

/** Checks the header and gives the layout. `corrupt` if the container is not of this object or no container. */
export async function sealedLayout(reader: BlobReader, seal: Seal): Promise<Layout> {
  const layout = layoutOf(reader.sizeBytes);
  const header = await readExactly(reader, 0, Buffer.alloc(headerBytes));
  if (!isHeaderOf(seal, header)) throw new BlobError('corrupt');
  return layout;
}

/** The range with both ends known. An end behind the object's is `corrupt`: the row that promised it was written whole. */
function boundedRange({ start = 0, end }: ByteRange, sizeBytes: number): Required<ByteRange> {
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
export async function* readSealed(
  reader: BlobReader,
  seal: Seal,
  range: ByteRange,
  { known, shelf, isPassing = false }: Reading,
): AsyncGenerator<Buffer, void> {
  const layout = known ?? layoutOf(reader.sizeBytes);
  const { start, end } = boundedRange(range, layout.sizeBytes);
  const endFrame = end === layout.sizeBytes ? layout.frames : Math.ceil(end / frameBytes);
  const key = createSecretKey(seal.key); // once: a plain buffer is made a key for each frame anew, 40 µs each
  const fetch = blockFetcher(reader, shelf, { layout, firstFrame: Math.floor(start / frameBytes), endFrame });
  // all at once: each wait for the disk is one more turn behind others on a busy machine
  const header = known ? Promise.resolve() : sealedLayout(reader, seal);
  const coming = [fetch(), fetch()];
  let passed: Buffer | undefined;
  try {
    await header;
    for (let block = coming[0]; block !== undefined; block = coming[0]) {
      const sealed = await block.bytes;
      for (let index = block.first; index < block.end; index += 1) {
        const from = framePosition(index) - framePosition(block.first);
        const stored = sealed.subarray(from, from + frameLength(layout, index));
        const plain = openFrame({ objectId: seal.objectId, key }, index, index === layout.frames - 1, stored);
        const offset = index * frameBytes;
        const piece = plain.subarray(Math.max(start - offset, 0), Math.min(end - offset, plain.length));
        if (piece.length > 0) yield piece;
        if (!isPassing) continue;
        // not where the caller leaves instead: the system may still read from what it was handed last
        if (passed) giveBack(passed);
        passed = plain;
      }
      shelf.give(block.buffer);
      coming.shift();
      coming.push(fetch());
    }
  } finally {
    // A caller that leaves early must not close the file under a read in flight.
    await Promise.allSettled([header, ...coming.map((block) => block?.bytes)]);
    for (const block of coming) if (block) shelf.give(block.buffer);
  }
}

/** Stored frames `first` up to, not including, `end`, on their way into a buffer. */
interface Block {
  readonly first: number;
  readonly end: number;
  readonly buffer: Buffer;
  readonly bytes: Promise<Buffer>;
}

interface Wanted {
  readonly layout: Layout;
  readonly firstFrame: number;
  readonly endFrame: number;
}

/**
 * Fetches stored frames, with each call the next block of them: one, two, then four, so that the first byte comes soon and a
 * long reading costs few calls of the disk (a quarter of them: a sixth of the processor's time). Undefined at the end. A
 * failure shows where the bytes are awaited.
 */
function blockFetcher(reader: BlobReader, shelf: BlockShelf, wanted: Wanted): () => Block | undefined {
  const { layout, firstFrame, endFrame } = wanted;
  let first = firstFrame;
  let frames = 1;
  return () => {
    if (first >= endFrame) return undefined;
    const end = Math.min(first + frames, endFrame);
    const length = framePosition(end - 1) + frameLength(layout, end - 1) - framePosition(first);
    const buffer = shelf.take(length);
    const bytes = readExactly(reader, framePosition(first), buffer.subarray(0, length));
    bytes.catch(() => undefined);
    const block = { first, end, buffer, bytes };
    first = end;
    frames = Math.min(2 * frames, blockFrames);
    return block;
  };
}

/** The plaintext of a small range as one buffer, as for a ZIP's directory. Fails as `readSealed` does. */
export async function readSealedBytes(
  reader: BlobReader,
  seal: Seal,
  range: ByteRange,
  reading: Reading,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readSealed(reader, seal, range, reading)) pieces.push(piece);
  const [only] = pieces;
  return pieces.length === 1 && only ? only : Buffer.concat(pieces);
}
