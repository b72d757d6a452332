import { BlobError } from './blob-error.ts';
import type { BufferShelf } from './buffer-shelf.ts';
import {
  frameBytes,
  frameLength,
  framePosition,
  headerBytes,
  isHeaderOf,
  type Layout,
  layoutOf,
  openFrame,
  type Seal,
  sealedFrameBytes,
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
  readonly shelf?: BufferShelf;
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
 * The plaintext of a range, frame by frame; the next two are fetched while one is opened and used. No byte leaves
 * before its whole frame is verified, and no frame is read that the range does not touch. A range up to the end proves
 * that the end is the end, in an empty object too. `known`: its layout, where the header was checked before; `shelf`: of buffers for
 * stored frames. Fails as `io` or `corrupt`; `RangeError` for an impossible range.
 */
export async function* readSealed(
  reader: BlobReader,
  seal: Seal,
  range: ByteRange = {},
  { known, shelf }: Reading = {},
): AsyncGenerator<Buffer, void> {
  const layout = known ?? layoutOf(reader.sizeBytes);
  const { start, end } = boundedRange(range, layout.sizeBytes);
  const firstFrame = Math.floor(start / frameBytes);
  const endFrame = end === layout.sizeBytes ? layout.frames : Math.ceil(end / frameBytes);
  const buffers: Buffer[] = [];
  const fetched = frameFetcher(reader, layout, endFrame, (place, bytes) => {
    buffers[place] ??= bytes === sealedFrameBytes && shelf ? shelf.take() : Buffer.allocUnsafeSlow(bytes);
    return buffers[place];
  });
  // all at once: each wait for the disk is one more turn behind others on a busy machine
  const header = known ? Promise.resolve() : sealedLayout(reader, seal);
  const coming = [fetched(firstFrame), fetched(firstFrame + 1)];
  try {
    await header;
    for (let index = firstFrame; index < endFrame; index += 1) {
      const sealed = (await coming.shift()) ?? Buffer.alloc(0);
      const plain = openFrame(seal, index, index === layout.frames - 1, sealed);
      coming.push(fetched(index + 2)); // into the buffer that was opened
      const offset = index * frameBytes;
      const piece = plain.subarray(Math.max(start - offset, 0), Math.min(end - offset, plain.length));
      if (piece.length > 0) yield piece;
    }
  } finally {
    // A caller that leaves early must not close the file under a read in flight.
    await Promise.allSettled([header, ...coming]);
    for (const buffer of buffers) if (buffer?.length === sealedFrameBytes) shelf?.give(buffer);
  }
}

/** Fetches stored frames into two buffers in turn; nothing from `endFrame` on. Its failure shows where it is awaited. */
function frameFetcher(
  reader: BlobReader,
  layout: Layout,
  endFrame: number,
  bufferAt: (place: number, bytes: number) => Buffer,
): (index: number) => Promise<Buffer> {
  return (index) => {
    if (index >= endFrame) return Promise.resolve(Buffer.alloc(0));
    const length = frameLength(layout, index);
    const capacity = layout.frames > 1 ? sealedFrameBytes : length;
    const frame = readExactly(reader, framePosition(index), bufferAt(index % 2, capacity).subarray(0, length));
    frame.catch(() => undefined);
    return frame;
  };
}

/** The plaintext of a small range as one buffer, as for a ZIP's directory. Fails as `readSealed` does. */
export async function readSealedBytes(
  reader: BlobReader,
  seal: Seal,
  range: ByteRange,
  reading?: Reading,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readSealed(reader, seal, range, reading)) pieces.push(piece);
  const [only] = pieces;
  return pieces.length === 1 && only ? only : Buffer.concat(pieces);
}
