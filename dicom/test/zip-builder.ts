import { crc32, deflateRawSync } from 'node:zlib';
import type { RandomAccess } from '../src/random-access.ts';

/** Header fields of a member. Tests override those that should be false. */
interface Claims {
  name: Uint8Array;
  flags: number;
  method: number;
  crc32: number;
  compressedSize: number;
  size: number;
  extra: Uint8Array;
}

export interface Member {
  name: string;
  content?: Uint8Array | string;
  /** Default: `stored`. */
  method?: 'stored' | 'deflated';
  /** False values in both headers. */
  claims?: Partial<Claims>;
  /** False values only in the local header, or only in the directory. */
  local?: Partial<Claims>;
  central?: Partial<Claims & { localOffset: number; externalAttributes: number; disk: number }>;
  /** The member is only in the directory, not written. */
  isMissing?: boolean;
  /** The member is written, and not in the directory. */
  isHidden?: boolean;
}

interface Archive {
  /** Bytes before the first member; the offsets include them. */
  prefix?: Uint8Array;
  comment?: Uint8Array;
  /** Writes the ZIP64 end records, with maximum values in the short one. */
  isZip64?: boolean;
  end?: Partial<{ disk: number; entriesOnDisk: number; entryCount: number; bytes: number; start: number }>;
}

/** Builds a ZIP archive, valid or with the false values of a test. */
export function buildZip(members: readonly Member[], archive: Archive = {}): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [archive.prefix ?? new Uint8Array()];
  const directory: Uint8Array[] = [];
  let position = parts[0]?.length ?? 0;
  for (const member of members) {
    const { claims, data } = describeMember(member);
    if (!member.isHidden)
      directory.push(encodeCentralHeader({ ...claims, ...member.claims, ...member.central }, member, position));
    if (member.isMissing) continue;
    const header = encodeLocalHeader({ ...claims, ...member.claims, ...member.local });
    parts.push(header, data);
    position += header.length + data.length;
  }
  const bytes = directory.reduce((sum, header) => sum + header.length, 0);
  const end = { entryCount: directory.length, bytes, start: position, ...archive.end };
  return concatBytes([...parts, ...directory, ...encodeEndRecords(end, position + bytes, archive)]);
}

/** Gives random access to an archive in memory. `reads` collects the requested ranges as pairs of start and end. */
export function accessTo(bytes: Uint8Array, reads: [number, number][] = []): RandomAccess {
  return {
    sizeBytes: bytes.length,
    read: async (start, end) => {
      reads.push([start, end]);
      return bytes.subarray(start, end);
    },
  };
}

export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Encodes little-endian fields: `[bytes, value]`, one after another. */
export function encodeFields(...values: (readonly [1 | 2 | 4 | 8, number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [width]) => sum + width, 0)));
  let offset = 0;
  for (const [width, value] of values) {
    if (width === 8) view.setBigUint64(offset, BigInt(value), true);
    else if (width === 4) view.setUint32(offset, value, true);
    else if (width === 2) view.setUint16(offset, value, true);
    else view.setUint8(offset, value);
    offset += width;
  }
  return new Uint8Array(view.buffer);
}

function describeMember(member: Member): { claims: Claims; data: Uint8Array } {
  const content =
    typeof member.content === 'string' ? encodeText(member.content) : (member.content ?? new Uint8Array());
  const data = member.method === 'deflated' ? new Uint8Array(deflateRawSync(content)) : content;
  const claims = {
    name: encodeText(member.name),
    flags: 0,
    method: member.method === 'deflated' ? 8 : 0,
    crc32: crc32(content),
    compressedSize: data.length,
    size: content.length,
    extra: new Uint8Array(),
  };
  return { claims, data };
}

function encodeLocalHeader(claims: Claims): Uint8Array {
  const fixed = encodeFields(
    [4, 0x04034b50],
    [2, 20],
    [2, claims.flags],
    [2, claims.method],
    [4, 0],
    [4, claims.crc32],
    [4, claims.compressedSize],
    [4, claims.size],
    [2, claims.name.length],
    [2, claims.extra.length],
  );
  return concatBytes([fixed, claims.name, claims.extra]);
}

function encodeCentralHeader(claims: Claims & Member['central'], member: Member, position: number): Uint8Array {
  const fixed = encodeFields(
    [4, 0x02014b50],
    [2, 0x0314],
    [2, 20],
    [2, claims.flags],
    [2, claims.method],
    [4, 0],
    [4, claims.crc32],
    [4, claims.compressedSize],
    [4, claims.size],
    [2, claims.name.length],
    [2, claims.extra.length],
    [2, 0],
    [2, member.central?.disk ?? 0],
    [2, 0],
    [4, member.central?.externalAttributes ?? 0],
    [4, member.central?.localOffset ?? position],
  );
  return concatBytes([fixed, claims.name, claims.extra]);
}

function encodeEndRecords(
  end: { entryCount: number; bytes: number; start: number },
  position: number,
  archive: Archive,
): Uint8Array[] {
  const comment = archive.comment ?? new Uint8Array();
  const disk = archive.end?.disk ?? 0;
  const entriesOnDisk = archive.end?.entriesOnDisk ?? end.entryCount;
  const short = archive.isZip64
    ? { entriesOnDisk: 0xffff, entryCount: 0xffff, bytes: 0xffffffff, start: 0xffffffff }
    : { ...end, entriesOnDisk };
  const record = encodeFields(
    [4, 0x06054b50],
    [2, disk],
    [2, disk],
    [2, short.entriesOnDisk],
    [2, short.entryCount],
    [4, short.bytes],
    [4, short.start],
    [2, comment.length],
  );
  if (!archive.isZip64) return [record, comment];
  const record64 = encodeFields(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, disk],
    [4, disk],
    [8, entriesOnDisk],
    [8, end.entryCount],
    [8, end.bytes],
    [8, end.start],
  );
  const locator = encodeFields([4, 0x07064b50], [4, 0], [8, position], [4, 1]);
  return [record64, locator, record, comment];
}

function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}
