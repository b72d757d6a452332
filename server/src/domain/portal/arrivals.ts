import { crc32 } from 'node:zlib';
import { type ZipIndex, ZipTrail } from '@medcloud/dicom';
import type { Uuid } from '../../platform/ids/ids.ts';

// A CT's or MR's elements before its pixels take 2 to 6 KB; what is longer is read from the store.
const headBytes = 8_192;
const slabBytes = 1_048_576;
// Of an archive at once: a thousand heads.
const mostSlabs = 8;
// Archives that come at once with their heads, as a browser sends them; as many between two parts, and as many that wait to be
// indexed: 72 MiB at most, together.
const mostAtOnce = 3;
const mostMembers = 20_000;

// PKWARE APPNOTE 4.3.7, 4.4.4.
const localSignature = 0x04034b50;
const localBytes = 30;
const flagDescriptor = 1 << 3;
const saturated = 0xffffffff;

/**
 * What was seen of a stored member while its archive came. It is true of these bytes of the file whatever the archive's directory
 * says of them, since nothing else came to be sealed.
 */
export interface MemberSeen {
  readonly dataOffset: number;
  readonly sizeBytes: number;
  readonly crc32: number;
  /** Its first bytes, in shared memory; none where there was no room. */
  readonly head: Uint8Array;
}

/** An archive whose bytes were seen and checked by this process, so that indexing it need not read them again. */
export interface ArchiveSeen {
  /** As `checkArchive` found it. */
  readonly zip: ZipIndex;
  readonly members: readonly MemberSeen[];
}

interface Passing {
  readonly dataOffset: number;
  readonly sizeBytes: number;
  readonly isStored: boolean;
  readonly head: Uint8Array;
  seenBytes: number;
  crc32: number;
}

/**
 * Follows a ZIP archive while it passes by, from each local header to the next (PKWARE APPNOTE 4.3.7), and takes the CRC-32 of
 * stored members and their beginnings along. It stops where a header does not tell its member's length. It judges nothing and
 * never fails.
 */
export class MemberTrail {
  readonly #members: MemberSeen[] = [];
  #slabsLeft: number;
  #room: Uint8Array = new Uint8Array();
  #position = 0;
  #gathered: Buffer = Buffer.alloc(0);
  #member: Passing | null = null;
  #isOver = false;

  constructor(slabs: number) {
    this.#slabsLeft = slabs;
  }

  /** Those that passed by whole. */
  get members(): readonly MemberSeen[] {
    return this.#members;
  }

  /** The next bytes of the archive, which the caller may reuse at once. */
  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.#isOver; ) {
      const rest = bytes.subarray(at);
      const taken = this.#member === null ? this.#gather(rest) : this.#pass(this.#member, rest);
      this.#position += taken;
      at += taken;
      if (this.#member === null && isWholeHeader(this.#gathered)) this.#begin();
      else if (this.#member !== null && this.#member.seenBytes === this.#member.sizeBytes) this.#end(this.#member);
    }
  }

  #gather(bytes: Uint8Array): number {
    const part = bytes.subarray(0, headerBytes(this.#gathered) - this.#gathered.length);
    this.#gathered = Buffer.concat([this.#gathered, part]);
    return part.length;
  }

  #begin(): void {
    const header = this.#gathered;
    this.#gathered = Buffer.alloc(0);
    const sizeBytes = header.readUInt32LE(18);
    const isTold = (header.readUInt16LE(6) & flagDescriptor) === 0 && sizeBytes !== saturated;
    this.#isOver = header.readUInt32LE(0) !== localSignature || !isTold || this.#members.length >= mostMembers;
    if (this.#isOver || sizeBytes === 0) return;
    const isStored = header.readUInt16LE(8) === 0;
    const head = isStored ? this.#roomFor(Math.min(sizeBytes, headBytes)) : new Uint8Array();
    this.#member = { dataOffset: this.#position, sizeBytes, isStored, head, seenBytes: 0, crc32: 0 };
  }

  #pass(member: Passing, bytes: Uint8Array): number {
    const part = bytes.subarray(0, member.sizeBytes - member.seenBytes);
    if (member.seenBytes < member.head.length)
      member.head.set(part.subarray(0, member.head.length - member.seenBytes), member.seenBytes);
    if (member.isStored) member.crc32 = crc32(part, member.crc32);
    member.seenBytes += part.length;
    return part.length;
  }

  #end({ isStored, dataOffset, sizeBytes, crc32: sum, head }: Passing): void {
    if (isStored) this.#members.push({ dataOffset, sizeBytes, crc32: sum, head });
    this.#member = null;
  }

  /** Shared, so that handing it to a thread copies nothing. */
  #roomFor(length: number): Uint8Array {
    if (this.#room.length < length) {
      if (this.#slabsLeft === 0) return new Uint8Array();
      this.#slabsLeft -= 1;
      this.#room = new Uint8Array(new SharedArrayBuffer(slabBytes));
    }
    const head = this.#room.subarray(0, length);
    this.#room = this.#room.subarray(length);
    return head;
  }
}

/** How long a local header is, as far as its beginning says. */
function headerBytes(gathered: Buffer): number {
  return gathered.length < localBytes ? localBytes : localBytes + gathered.readUInt16LE(26) + gathered.readUInt16LE(28);
}

function isWholeHeader(gathered: Buffer): boolean {
  return gathered.length >= localBytes && gathered.length === headerBytes(gathered);
}

/** What is remembered of a file while it comes, in one part or several. */
export class ArrivalTrail {
  readonly headers = new ZipTrail();
  readonly members: MemberTrail;
  #offset = 0;

  constructor(slabs: number) {
    this.members = new MemberTrail(slabs);
  }

  /** How much has come. */
  get offset(): number {
    return this.#offset;
  }

  /** The next bytes, which the caller may reuse at once. */
  take(bytes: Uint8Array): void {
    this.#offset += bytes.length;
    this.headers.take(bytes);
    this.members.take(bytes);
  }
}

/**
 * What is remembered of archives from their arrival until they are indexed: a shortcut, lost with the process and where there are
 * many, and never what anything is decided by that the stored bytes do not say.
 */
export class Arrivals {
  readonly #paused = new Map<Uuid, ArrivalTrail>();
  readonly #kept = new Map<Uuid, ArchiveSeen>();
  #coming = 0;

  /** Follows a file from its beginning. `over` must come. */
  begin(): ArrivalTrail {
    const trail = new ArrivalTrail(this.#coming < mostAtOnce ? mostSlabs : 0);
    this.#coming += 1;
    return trail;
  }

  /** The file, or the part of it, has ended, whatever the end was. */
  over(): void {
    this.#coming -= 1;
  }

  /** Follows a file that comes in parts. Null where this process did not see all of it up to `offset`; else `over` must come. */
  goOn(objectId: Uuid, offset: number): ArrivalTrail | null {
    if (offset === 0) return this.begin();
    const trail = this.whole(objectId, offset);
    if (trail !== null) this.#coming += 1;
    return trail;
  }

  /** A part is kept to its last byte that was seen: bytes up to there never change. */
  pause(objectId: Uuid, trail: ArrivalTrail): void {
    remember(this.#paused, objectId, trail);
  }

  /** What was seen of a file up to `offset`, once; null where it was not all of that. */
  whole(objectId: Uuid, offset: number): ArrivalTrail | null {
    const trail = taken(this.#paused, objectId);
    return trail?.offset === offset ? trail : null;
  }

  /** Keeps what was seen of an archive until it is indexed. */
  keep(objectId: Uuid, seen: ArchiveSeen): void {
    remember(this.#kept, objectId, seen);
  }

  /** What was seen of an archive, once. */
  take(objectId: Uuid): ArchiveSeen | null {
    return taken(this.#kept, objectId);
  }
}

function remember<T>(all: Map<Uuid, T>, id: Uuid, one: T): void {
  all.delete(id);
  const [oldest] = all.keys();
  if (oldest !== undefined && all.size >= mostAtOnce) all.delete(oldest);
  all.set(id, one);
}

function taken<T>(all: Map<Uuid, T>, id: Uuid): T | null {
  const one = all.get(id) ?? null;
  all.delete(id);
  return one;
}
