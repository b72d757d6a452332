import { crc32, inflateRawSync } from 'node:zlib';
import type { RandomAccess } from '@medcloud/dicom';
import { ImagingFault } from '../imaging-fault.ts';
import { readPlainChunks } from './member-chunks.ts';
import type { Member } from './members.ts';

// A member up to this length is read into memory completely. A slice is half a megabyte, a mammogram 40 to 60.
const maxInMemoryBytes = 67_108_864;
// Beginning of a longer member that stays in memory; headers usually end within it.
const beginningBytes = 4_194_304;
const readChunkBytes = 262_144;
// The minimum of zlib.
const minChunkBytes = 64;
// Reading backwards in a longer deflated member inflates it again from its start.
const maxRestarts = 64;

/**
 * Reads all bytes of a member, checks them against the archive's CRC-32, and gives access to ranges of them. Rejects
 * with `ImagingFault` `damaged` if they do not match. Valid until the scratch buffer is used again.
 */
export async function openMember(
  original: RandomAccess,
  member: Member,
  scratch = new ScratchBuffer(),
): Promise<RandomAccess> {
  if (Math.max(member.size, member.compressedSize) <= maxInMemoryBytes)
    return createMemoryAccess(await readFullMember(original, member, scratch));
  const beginning = await readCheckedBeginning(original, member);
  return { sizeBytes: member.size, read: createRangeReader(original, member, beginning) };
}

/** Does the same for a member whose checksum was verified before. */
export async function openMemberUnchecked(original: RandomAccess, member: Member): Promise<RandomAccess> {
  const { dataOffset, size, compressedSize, method } = member;
  if (method === 'stored')
    return {
      sizeBytes: size,
      read: (start, end) => original.read(dataOffset + start, dataOffset + Math.min(end, size)),
    };
  if (Math.max(size, compressedSize) <= maxInMemoryBytes)
    return createMemoryAccess(await readFullMember(original, member, new ScratchBuffer()));
  return { sizeBytes: size, read: createRangeReader(original, member, new Uint8Array()) };
}

/** Gives random access to bytes in memory. */
export function createMemoryAccess(bytes: Uint8Array): RandomAccess {
  return { sizeBytes: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** A buffer reused for one member after another: allocating for each would cost more than reading it. */
export class ScratchBuffer {
  #buffer = Buffer.alloc(0);

  /** Returns `length` bytes with the previous user's content. */
  allocate(length: number): Buffer {
    if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafeSlow(Math.ceil(length * 1.25));
    return this.#buffer.subarray(0, length);
  }
}

async function readFullMember(original: RandomAccess, member: Member, scratch: ScratchBuffer): Promise<Uint8Array> {
  const raw = scratch.allocate(member.compressedSize);
  for (let offset = 0; offset < raw.length; ) {
    // up to the end of a segment: a range within one segment is not copied twice
    const end = Math.min(raw.length, offset + readChunkBytes - ((member.dataOffset + offset) % readChunkBytes));
    const chunk = await original.read(member.dataOffset + offset, member.dataOffset + end);
    if (chunk.length < end - offset) throw new ImagingFault('damaged');
    raw.set(chunk, offset);
    offset = end;
  }
  const bytes = member.method === 'stored' ? raw : inflateMember(raw, member);
  if (bytes.length !== member.size || (member.crc32 !== null && crc32(bytes) !== member.crc32))
    throw new ImagingFault('damaged');
  return bytes;
}

function inflateMember(raw: Uint8Array, { size }: Member): Uint8Array {
  try {
    // a single output chunk, instead of many that zlib must concatenate
    return inflateRawSync(raw, { maxOutputLength: size + 1, chunkSize: Math.max(minChunkBytes, size + 1) });
  } catch (error) {
    throw new ImagingFault('damaged', { cause: error });
  }
}

/** Reads a long member to its end to check it, and returns its beginning. */
async function readCheckedBeginning(original: RandomAccess, member: Member): Promise<Uint8Array> {
  const beginning = Buffer.alloc(Math.min(beginningBytes, member.size));
  let offset = 0;
  let sum = 0;
  for await (const chunk of readPlainChunks(original, member)) {
    sum = crc32(chunk, sum);
    if (offset < beginning.length) beginning.set(chunk.subarray(0, beginning.length - offset), offset);
    offset += chunk.length;
  }
  if (member.crc32 !== null && sum !== member.crc32) throw new ImagingFault('damaged');
  return beginning;
}

function createRangeReader(original: RandomAccess, member: Member, beginning: Uint8Array): RandomAccess['read'] {
  const readRest =
    member.method === 'stored'
      ? (start: number, end: number) => original.read(member.dataOffset + start, member.dataOffset + end)
      : new DeflatedMemberReader(original, member).read;
  return async (start, end) => {
    const bounded = Math.min(end, member.size);
    return bounded <= beginning.length ? beginning.subarray(start, bounded) : await readRest(start, bounded);
  };
}

/** Reads a deflated member forward, and again from its start if an earlier range is requested. */
class DeflatedMemberReader {
  readonly #original: RandomAccess;
  readonly #member: Member;
  #chunks: AsyncGenerator<Uint8Array> | undefined;
  #chunk: Uint8Array = new Uint8Array();
  /** Offset of `#chunk` in the member. */
  #offset = 0;
  #restarts = 0;

  constructor(original: RandomAccess, member: Member) {
    this.#original = original;
    this.#member = member;
  }

  readonly read = async (start: number, end: number): Promise<Uint8Array> => {
    if (this.#chunks === undefined || start < this.#offset) await this.#restart();
    const bytes = Buffer.alloc(Math.max(0, end - start));
    let filled = 0;
    while (filled < bytes.length) {
      const from = start + filled - this.#offset;
      if (from >= this.#chunk.length) {
        if (!(await this.#next())) break;
        continue;
      }
      const part = this.#chunk.subarray(from, from + bytes.length - filled);
      bytes.set(part, filled);
      filled += part.length;
    }
    return bytes.subarray(0, filled);
  };

  async #restart(): Promise<void> {
    this.#restarts += 1;
    if (this.#restarts > maxRestarts) throw new ImagingFault('overran');
    await this.#chunks?.return(undefined);
    this.#chunks = readPlainChunks(this.#original, this.#member);
    this.#chunk = new Uint8Array();
    this.#offset = 0;
  }

  async #next(): Promise<boolean> {
    const next = await this.#chunks?.next();
    if (next === undefined || next.done) return false;
    this.#offset += this.#chunk.length;
    this.#chunk = next.value;
    return true;
  }
}
