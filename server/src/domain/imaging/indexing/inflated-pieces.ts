import { createInflateRaw } from 'node:zlib';
import type { RandomAccess } from '@medcloud/dicom';
import { frameBytes } from '../../../platform/blobs/container.ts';
import { ImagingFault } from '../imaging-fault.ts';
import type { Member } from './members.ts';

const inflatedPieceBytes = 262_144;

/** A member's bytes as they lie in the original, cut where sealed frames end, so that none of them is copied. */
export async function* rawPieces(original: RandomAccess, member: Member): AsyncGenerator<Uint8Array> {
  const end = member.dataOffset + member.compressedSize;
  let offset = member.dataOffset;
  while (offset < end) {
    const next = Math.min(end, (Math.floor(offset / frameBytes) + 1) * frameBytes);
    yield await original.read(offset, next);
    offset = next;
  }
}

/**
 * A member's own bytes, inflated where they are deflated. Rejects with `ImagingFault` `damaged` where they do not inflate,
 * or come to more or less than the archive says.
 */
export async function* plainPieces(original: RandomAccess, member: Member): AsyncGenerator<Uint8Array> {
  if (member.method === 'stored') {
    yield* rawPieces(original, member);
    return;
  }
  let sizeBytes = 0;
  for await (const piece of inflated(rawPieces(original, member))) {
    sizeBytes += piece.length;
    if (sizeBytes > member.size) break;
    yield piece;
  }
  if (sizeBytes !== member.size) throw new ImagingFault('damaged');
}

/** Inflates a raw deflate stream. A source that fails is told as it failed; data that do not inflate are `damaged`. */
async function* inflated(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflating = createInflateRaw({ chunkSize: inflatedPieceBytes });
  const fed = feed(source, inflating);
  try {
    yield* inflating;
  } catch (error) {
    throw await fed.then(
      () => new ImagingFault('damaged', { cause: error }),
      (failure: unknown) => failure,
    );
  } finally {
    inflating.destroy();
    await fed.catch(() => undefined);
  }
}

async function feed(source: AsyncIterable<Uint8Array>, inflating: ReturnType<typeof createInflateRaw>): Promise<void> {
  try {
    for await (const piece of source) {
      if (inflating.destroyed) return;
      if (!inflating.write(piece)) await taken(inflating);
    }
    inflating.end();
  } catch (error) {
    inflating.destroy(error instanceof Error ? error : new Error('The source failed'));
    throw error;
  }
}

/** Until there is room again, or nobody takes any more. */
function taken(inflating: ReturnType<typeof createInflateRaw>): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      inflating.off('drain', over);
      inflating.off('close', over);
      resolve();
    };
    inflating.once('drain', over);
    inflating.once('close', over);
  });
}
