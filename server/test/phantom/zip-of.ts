import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import type { PhantomFile } from './exam.ts';

const deflateAsync = promisify(deflateRaw);

/** Options of an archive. */
export interface ZipOptions {
  /** Deflates the members; by default they are stored. */
  readonly shouldDeflate?: boolean;
  /** Exact length of the archive in bytes, reached by a last stored member `PADDING` of zeros. */
  readonly padToBytes?: number;
}

const PADDING_NAME = 'PADDING';
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const CHUNK_BYTES = 1_048_576;
// 1 January 2025 in DOS format (APPNOTE 4.4.6). It is fixed, so archives are reproducible.
const DOS_DATE = ((2025 - 1980) << 9) | (1 << 5) | 1;
const FLAG_UTF8 = 1 << 11;

/** Fields of both headers of a member. */
interface Member {
  readonly name: Buffer;
  readonly method: 0 | 8;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * Yields the files as a ZIP archive (PKWARE APPNOTE 6.3.10) in chunks. Only one file and the directory are in memory.
 * There is no ZIP64: throws above 65,535 files or 4 GB, and if the files leave no room for the padding.
 */
export async function* zipOf(
  files: Iterable<PhantomFile> | AsyncIterable<PhantomFile>,
  options: ZipOptions = {},
): AsyncGenerator<Buffer> {
  const members: Member[] = [];
  let position = 0;
  for await (const file of files) {
    const data = options.shouldDeflate ? await deflateAsync(file.bytes) : file.bytes;
    const member = {
      name: Buffer.from(file.name, 'utf8'),
      method: options.shouldDeflate ? 8 : 0,
      crc32: crc32(file.bytes),
      compressedSize: data.length,
      size: file.bytes.length,
      offset: position,
    } as const;
    yield localHeader(member);
    yield data;
    members.push(member);
    position += LOCAL_BYTES + member.name.length + data.length;
  }
  if (options.padToBytes !== undefined) {
    const padding = paddingMember(members, position, options.padToBytes);
    yield localHeader(padding);
    yield* zeros(padding.size);
    members.push(padding);
    position += LOCAL_BYTES + padding.name.length + padding.size;
  }
  if (members.length > 0xffff || position > 0xffffffff) throw new Error('A phantom archive has no ZIP64.');
  yield directory(members, position);
}

/** Creates a member of zeros that pads the archive to `totalBytes`. Throws if the files are too long. */
function paddingMember(members: readonly Member[], position: number, totalBytes: number): Member {
  const name = Buffer.from(PADDING_NAME);
  const directoryBytes = [...members, { name }].reduce((sum, member) => sum + CENTRAL_BYTES + member.name.length, 0);
  const size = totalBytes - position - LOCAL_BYTES - name.length - directoryBytes - END_BYTES;
  if (size < 0) throw new Error(`The archive needs ${totalBytes - size} bytes, which is more than ${totalBytes}.`);
  let checksum = 0;
  for (const chunk of zeros(size)) checksum = crc32(chunk, checksum);
  return { name, method: 0, crc32: checksum, compressedSize: size, size, offset: position };
}

function* zeros(count: number): Generator<Buffer> {
  const chunk = Buffer.alloc(Math.min(count, CHUNK_BYTES));
  for (let left = count; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
}

/** Encodes a local file header (APPNOTE 4.3.7). */
function localHeader(member: Member): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommonFields(header, 4, member);
  return Buffer.concat([header, member.name]);
}

/** Encodes the central directory and the end record (APPNOTE 4.3.12 and 4.3.16). */
function directory(members: readonly Member[], start: number): Buffer {
  const headers = members.flatMap((member) => {
    const header = Buffer.alloc(CENTRAL_BYTES);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(20, 4);
    writeCommonFields(header, 6, member);
    header.writeUInt32LE(member.offset, 42);
    return [header, member.name];
  });
  const bytes = headers.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(start, 16);
  return Buffer.concat([...headers, end]);
}

/** Writes the fields that both headers have in the same order, from "version needed" on. */
function writeCommonFields(header: Buffer, offset: number, member: Member): void {
  header.writeUInt16LE(20, offset);
  header.writeUInt16LE(FLAG_UTF8, offset + 2);
  header.writeUInt16LE(member.method, offset + 4);
  header.writeUInt16LE(DOS_DATE, offset + 8);
  header.writeUInt32LE(member.crc32, offset + 10);
  header.writeUInt32LE(member.compressedSize, offset + 14);
  header.writeUInt32LE(member.size, offset + 18);
  header.writeUInt16LE(member.name.length, offset + 22);
}
