import { crc32 } from 'node:zlib';
import { ZipHeaderScanner, type ZipIndex } from '@medcloud/dicom';
import type { Uuid } from '../../../platform/ids/ids.ts';

// The elements before the pixels of a CT or MR image take 2 to 6 KB. Longer ones are read from the store.
const headBytes = 8_192;
const slabBytes = 1_048_576;
// Slabs per archive, for about a thousand heads.
const maxSlabs = 8;
// Concurrent archives scanned with heads, as a browser sends them. The same number may be paused between two parts, and
// the same number may wait to be indexed: together at most 72 MiB.
const maxConcurrentArchives = 3;
const maxMembers = 20_000;

// PKWARE APPNOTE 4.3.7, 4.4.4.
const localSignature = 0x04034b50;
const localBytes = 30;
const flagDescriptor = 1 << 3;
const UINT32_MAX = 0xffffffff;

/**
 * A stored member scanned while its archive was uploaded. The values are true for these bytes of the file, whatever the
 * archive's directory says, since exactly these bytes were encrypted.
 */
export interface ScannedMember {
  readonly dataOffset: number;
  readonly sizeBytes: number;
  readonly crc32: number;
  /** The member's first bytes, in shared memory; empty if there was no room. */
  readonly head: Uint8Array;
}

/** An archive that this process scanned and checked, so that indexing need not read its bytes again. */
export interface ScannedArchive {
  /** The index that `checkArchive` returned. */
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
 * Scans a ZIP as it is uploaded, header by header (PKWARE APPNOTE 4.3.7), and records each stored member's CRC-32 and
 * first bytes. Stops at a header that lacks its member's length. Never rejects input and never throws.
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

  /** The stored members received completely. */
  get members(): readonly ScannedMember[] {
    return this.#members;
  }

  /** Scans the next bytes of the archive. The caller may reuse the buffer afterwards. */
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

  /** Allocates shared memory, so passing it to a worker copies nothing. */
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

/** Returns the length of a local header, as far as its first bytes show. */
function headerBytes(headerPart: Buffer): number {
  return headerPart.length < localBytes
    ? localBytes
    : localBytes + headerPart.readUInt16LE(26) + headerPart.readUInt16LE(28);
}

function isCompleteHeader(headerPart: Buffer): boolean {
  return headerPart.length >= localBytes && headerPart.length === headerBytes(headerPart);
}

/** Scans a file while it is uploaded, in one part or several. */
export class ZipUploadScanner {
  readonly headers = new ZipHeaderScanner();
  readonly members: ZipMemberScanner;
  #offset = 0;

  constructor(slabs: number) {
    this.members = new ZipMemberScanner(slabs);
  }

  /** Bytes received so far. */
  get offset(): number {
    return this.#offset;
  }

  /** Scans the next bytes. The caller may reuse the buffer afterwards. */
  scan(bytes: Uint8Array): void {
    this.#offset += bytes.length;
    this.headers.scan(bytes);
    this.members.scan(bytes);
  }
}

/**
 * Remembers scan results of archives from their upload until they are indexed. They are only a shortcut. They are lost
 * with the process or when there are too many, and the stored bytes alone decide.
 */
export class ZipUploadScanners {
  readonly #paused = new Map<Uuid, ZipUploadScanner>();
  readonly #scanned = new Map<Uuid, ScannedArchive>();
  #activeCount = 0;

  /** Starts to scan a file. The caller must call `release`. */
  start(): ZipUploadScanner {
    const scanner = new ZipUploadScanner(this.#activeCount < maxConcurrentArchives ? maxSlabs : 0);
    this.#activeCount += 1;
    return scanner;
  }

  /** Ends the scan of a file or part, on success and failure. */
  release(): void {
    this.#activeCount -= 1;
  }

  /**
   * Resumes scanning a file that is uploaded in parts. Returns null if this process did not scan all of it up to
   * `offset`; else the caller must call `release`.
   */
  resume(objectId: Uuid, offset: number): ZipUploadScanner | null {
    if (offset === 0) return this.start();
    const scanner = this.removePaused(objectId, offset);
    if (scanner !== null) this.#activeCount += 1;
    return scanner;
  }

  /** Keeps a scanner between two parts. All bytes it scanned are stored and never change. */
  pause(objectId: Uuid, scanner: ZipUploadScanner): void {
    addBounded(this.#paused, objectId, scanner);
  }

  /** Removes and returns the scanner of a file up to `offset`; null if it scanned another length. */
  removePaused(objectId: Uuid, offset: number): ZipUploadScanner | null {
    const scanner = removeEntry(this.#paused, objectId);
    return scanner?.offset === offset ? scanner : null;
  }

  /** Remembers the scan of an archive until it is indexed. */
  addScanned(objectId: Uuid, scanned: ScannedArchive): void {
    addBounded(this.#scanned, objectId, scanned);
  }

  /** Removes and returns the scan of an archive. */
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
