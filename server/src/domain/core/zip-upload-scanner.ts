import { crc32 } from 'node:zlib';
import { ZipHeaderScanner, type ZipIndex } from '@medcloud/dicom';
import type { Uuid } from '../../platform/ids/ids.ts';

// A CT's or MR's elements before its pixels take 2 to 6 KB; what is longer is read from the store.
const headBytes = 8_192;
const slabBytes = 1_048_576;
// Of an archive at once: a thousand heads.
const maxSlabs = 8;
// Archives that come at once with their heads, as a browser sends them; as many between two parts, and as many that wait to be
// indexed: 72 MiB at most, together.
const maxConcurrentArchives = 3;
const maxMembers = 20_000;

// PKWARE APPNOTE 4.3.7, 4.4.4.
const localSignature = 0x04034b50;
const localBytes = 30;
const flagDescriptor = 1 << 3;
const UINT32_MAX = 0xffffffff;

/**
 * What was seen of a stored member while its archive came. It is true of these bytes of the file whatever the archive's directory
 * says of them, since nothing else came to be sealed.
 */
export interface ScannedMember {
  readonly dataOffset: number;
  readonly sizeBytes: number;
  readonly crc32: number;
  /** Its first bytes, in shared memory; none where there was no room. */
  readonly head: Uint8Array;
}

/** An archive whose bytes were seen and checked by this process, so that indexing it need not read them again. */
export interface ScannedArchive {
  /** As `checkArchive` found it. */
  readonly zip: ZipIndex;
  readonly members: readonly ScannedMember[];
}

interface CurrentMember {
  readonly dataOffset: number;
  readonly sizeBytes: number;
  readonly isStored: boolean;
  readonly head: Uint8Array;
  scannedBytes: number;
  crc32: number;
}

/**
 * Follows a ZIP archive while it passes by, from each local header to the next (PKWARE APPNOTE 4.3.7), and takes the CRC-32 of
 * stored members and their beginnings along. It stops where a header does not tell its member's length. It judges nothing and
 * never fails.
 */
export class ZipMemberScanner {
  readonly #members: ScannedMember[] = [];
  #freeSlabs: number;
  #slab: Uint8Array = new Uint8Array();
  #position = 0;
  #header: Buffer = Buffer.alloc(0);
  #member: CurrentMember | null = null;
  #isDone = false;

  constructor(slabs: number) {
    this.#freeSlabs = slabs;
  }

  /** Those that passed by whole. */
  get members(): readonly ScannedMember[] {
    return this.#members;
  }

  /** The next bytes of the archive, which the caller may reuse at once. */
  scan(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.#isDone; ) {
      const rest = bytes.subarray(at);
      const consumedBytes = this.#member === null ? this.#readHeader(rest) : this.#readMember(this.#member, rest);
      this.#position += consumedBytes;
      at += consumedBytes;
      if (this.#member === null && isCompleteHeader(this.#header)) this.#startMember();
      else if (this.#member !== null && this.#member.scannedBytes === this.#member.sizeBytes)
        this.#endMember(this.#member);
    }
  }

  #readHeader(bytes: Uint8Array): number {
    const part = bytes.subarray(0, headerBytes(this.#header) - this.#header.length);
    this.#header = Buffer.concat([this.#header, part]);
    return part.length;
  }

  #startMember(): void {
    const header = this.#header;
    this.#header = Buffer.alloc(0);
    const sizeBytes = header.readUInt32LE(18);
    const hasKnownSize = (header.readUInt16LE(6) & flagDescriptor) === 0 && sizeBytes !== UINT32_MAX;
    this.#isDone = header.readUInt32LE(0) !== localSignature || !hasKnownSize || this.#members.length >= maxMembers;
    if (this.#isDone || sizeBytes === 0) return;
    const isStored = header.readUInt16LE(8) === 0;
    const head = isStored ? this.#allocateHead(Math.min(sizeBytes, headBytes)) : new Uint8Array();
    this.#member = { dataOffset: this.#position, sizeBytes, isStored, head, scannedBytes: 0, crc32: 0 };
  }

  #readMember(member: CurrentMember, bytes: Uint8Array): number {
    const part = bytes.subarray(0, member.sizeBytes - member.scannedBytes);
    if (member.scannedBytes < member.head.length)
      member.head.set(part.subarray(0, member.head.length - member.scannedBytes), member.scannedBytes);
    if (member.isStored) member.crc32 = crc32(part, member.crc32);
    member.scannedBytes += part.length;
    return part.length;
  }

  #endMember({ isStored, dataOffset, sizeBytes, crc32: sum, head }: CurrentMember): void {
    if (isStored) this.#members.push({ dataOffset, sizeBytes, crc32: sum, head });
    this.#member = null;
  }

  /** Shared, so that handing it to a thread copies nothing. */
  #allocateHead(length: number): Uint8Array {
    if (this.#slab.length < length) {
      if (this.#freeSlabs === 0) return new Uint8Array();
      this.#freeSlabs -= 1;
      this.#slab = new Uint8Array(new SharedArrayBuffer(slabBytes));
    }
    const head = this.#slab.subarray(0, length);
    this.#slab = this.#slab.subarray(length);
    return head;
  }
}

/** How long a local header is, as far as its beginning says. */
function headerBytes(headerPart: Buffer): number {
  return headerPart.length < localBytes
    ? localBytes
    : localBytes + headerPart.readUInt16LE(26) + headerPart.readUInt16LE(28);
}

function isCompleteHeader(headerPart: Buffer): boolean {
  return headerPart.length >= localBytes && headerPart.length === headerBytes(headerPart);
}

/** What is remembered of a file while it comes, in one part or several. */
export class ZipUploadScanner {
  readonly headers = new ZipHeaderScanner();
  readonly members: ZipMemberScanner;
  #offset = 0;

  constructor(slabs: number) {
    this.members = new ZipMemberScanner(slabs);
  }

  /** How much has come. */
  get offset(): number {
    return this.#offset;
  }

  /** The next bytes, which the caller may reuse at once. */
  scan(bytes: Uint8Array): void {
    this.#offset += bytes.length;
    this.headers.scan(bytes);
    this.members.scan(bytes);
  }
}

/**
 * What is remembered of archives from their arrival until they are indexed: a shortcut, lost with the process and where there are
 * many, and never what anything is decided by that the stored bytes do not say.
 */
export class ZipUploadScanners {
  readonly #paused = new Map<Uuid, ZipUploadScanner>();
  readonly #scanned = new Map<Uuid, ScannedArchive>();
  #activeCount = 0;

  /** Follows a file from its beginning. `over` must come. */
  start(): ZipUploadScanner {
    const scanner = new ZipUploadScanner(this.#activeCount < maxConcurrentArchives ? maxSlabs : 0);
    this.#activeCount += 1;
    return scanner;
  }

  /** The file, or the part of it, has ended, whatever the end was. */
  release(): void {
    this.#activeCount -= 1;
  }

  /** Follows a file that comes in parts. Null where this process did not see all of it up to `offset`; else `over` must come. */
  resume(objectId: Uuid, offset: number): ZipUploadScanner | null {
    if (offset === 0) return this.start();
    const scanner = this.removePaused(objectId, offset);
    if (scanner !== null) this.#activeCount += 1;
    return scanner;
  }

  /** A part is kept to its last byte that was seen: bytes up to there never change. */
  pause(objectId: Uuid, scanner: ZipUploadScanner): void {
    addBounded(this.#paused, objectId, scanner);
  }

  /** What was seen of a file up to `offset`, once; null where it was not all of that. */
  removePaused(objectId: Uuid, offset: number): ZipUploadScanner | null {
    const scanner = removeEntry(this.#paused, objectId);
    return scanner?.offset === offset ? scanner : null;
  }

  /** Keeps what was seen of an archive until it is indexed. */
  addScanned(objectId: Uuid, scanned: ScannedArchive): void {
    addBounded(this.#scanned, objectId, scanned);
  }

  /** What was seen of an archive, once. */
  removeScanned(objectId: Uuid): ScannedArchive | null {
    return removeEntry(this.#scanned, objectId);
  }
}

function addBounded<T>(all: Map<Uuid, T>, id: Uuid, one: T): void {
  all.delete(id);
  const [oldest] = all.keys();
  if (oldest !== undefined && all.size >= maxConcurrentArchives) all.delete(oldest);
  all.set(id, one);
}

function removeEntry<T>(all: Map<Uuid, T>, id: Uuid): T | null {
  const one = all.get(id) ?? null;
  all.delete(id);
  return one;
}
