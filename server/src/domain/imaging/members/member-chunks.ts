import { constants, createInflateRaw } from 'node:zlib';
import type { RandomAccess } from '@medcloud/dicom';
import { segmentBytes } from '../../../platform/blobs/container.ts';
import { ImagingFault } from '../imaging-fault.ts';
import type { Member } from './members.ts';

const inflatedChunkBytes = 262_144;

/** Yields a member's bytes as stored in the original, cut at segment boundaries so that no chunk is copied. */
export async function* readRawChunks(original: RandomAccess, member: Member): AsyncGenerator<Uint8Array> {
  const end = member.dataOffset + member.compressedSize;
  let offset = member.dataOffset;
  while (offset < end) {
    const next = Math.min(end, (Math.floor(offset / segmentBytes) + 1) * segmentBytes);
    yield await original.read(offset, next);
    offset = next;
  }
}

/**
 * Yields a member's own bytes, inflated if deflated. Rejects with `ImagingFault` `damaged` if they do not inflate, or
 * have another length than the archive declares.
 */
export async function* readPlainChunks(original: RandomAccess, member: Member): AsyncGenerator<Uint8Array> {
  if (member.method === 'stored') {
    yield* readRawChunks(original, member);
    return;
  }
  let sizeBytes = 0;
  for await (const chunk of inflateChunks(readRawChunks(original, member))) {
    sizeBytes += chunk.length;
    if (sizeBytes > member.size) break;
    yield chunk;
  }
  if (sizeBytes !== member.size) throw new ImagingFault('damaged');
}

/** How many bytes the members of one exam may inflate to beyond what the archive declares. */
export interface UndeclaredBudget {
  remainingBytes: number;
}

/**
 * Yields all bytes that a program can extract from a member, also one that ignores the declared length or a missing end.
 * Rejects with `ImagingFault` `damaged` if the data do not inflate, or exceed the budget.
 */
export async function* readExtractableChunks(
  original: RandomAccess,
  member: Member,
  budget: UndeclaredBudget,
): AsyncGenerator<Uint8Array> {
  if (member.method === 'stored') {
    yield* readRawChunks(original, member);
    return;
  }
  let declaredBytes = member.size;
  const source = readRawChunks(original, member);
  for await (const chunk of inflateChunks(source, { finishFlush: constants.Z_SYNC_FLUSH })) {
    budget.remainingBytes -= Math.max(0, chunk.length - declaredBytes);
    declaredBytes = Math.max(0, declaredBytes - chunk.length);
    if (budget.remainingBytes < 0) throw new ImagingFault('damaged');
    yield chunk;
  }
}

/**
 * Inflates a raw deflate stream. Rethrows errors of the source; data that do not inflate are `damaged`. With
 * `Z_SYNC_FLUSH`, a missing end is no error.
 */
export async function* inflateChunks(
  source: AsyncIterable<Uint8Array>,
  { finishFlush = constants.Z_FINISH }: { finishFlush?: number } = {},
): AsyncGenerator<Uint8Array> {
  const inflateStream = createInflateRaw({ chunkSize: inflatedChunkBytes, finishFlush });
  const feeding = feed(source, inflateStream);
  try {
    yield* inflateStream;
  } catch (error) {
    throw await feeding.then(
      () => new ImagingFault('damaged', { cause: error }),
      (failure: unknown) => failure,
    );
  } finally {
    inflateStream.destroy();
    await feeding.catch(() => undefined);
  }
}

async function feed(
  source: AsyncIterable<Uint8Array>,
  inflateStream: ReturnType<typeof createInflateRaw>,
): Promise<void> {
  try {
    for await (const chunk of source) {
      if (inflateStream.destroyed) return;
      if (!inflateStream.write(chunk)) await waitForDrain(inflateStream);
    }
    inflateStream.end();
  } catch (error) {
    inflateStream.destroy(error instanceof Error ? error : new Error('The source failed'));
    throw error;
  }
}

/** Resolves when the stream accepts data again or is closed. */
function waitForDrain(inflateStream: ReturnType<typeof createInflateRaw>): Promise<void> {
  return new Promise((resolve) => {
    const onReady = () => {
      inflateStream.off('drain', onReady);
      inflateStream.off('close', onReady);
      resolve();
    };
    inflateStream.once('drain', onReady);
    inflateStream.once('close', onReady);
  });
}
