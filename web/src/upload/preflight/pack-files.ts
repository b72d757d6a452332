import { Crc32, createCrcTables, encodeLocalHeader, encodeZipDirectory, type ZipPart } from '@medcloud/dicom';
import type { DroppedFile } from './dropped-files.ts';
import type { FileRef } from './summarize-drop.ts';

/**
 * Packs files into one ZIP archive. The result is a Blob of file slices with headers between them, so no file is in
 * memory. Loose files are stored uncompressed; members of a dropped archive are copied unchanged. The same files always
 * give the same bytes, so the upload can be resumed. Reads each loose file once for its checksum.
 */
export async function packFiles(files: readonly DroppedFile[], refs: readonly FileRef[]): Promise<Blob> {
  const tables = createCrcTables();
  const usedNames = new Set<string>();
  const parts: ZipPart[] = [];
  const offsets: number[] = [];
  const chunks: Blob[] = [];
  let offset = 0;
  for (const ref of refs) {
    const source = files[ref.dropped]?.file;
    if (source === undefined) continue;
    const { part, data } = await partOf(ref, source, tables, createUniqueName(ref.path, usedNames));
    const header = encodeLocalHeader(part);
    parts.push(part);
    offsets.push(offset);
    chunks.push(new Blob([header]), data);
    offset += header.length + data.size;
  }
  return new Blob([...chunks, encodeZipDirectory(parts, offsets, offset)], { type: 'application/zip' });
}

async function partOf({ member }: FileRef, source: File, tables: Uint32Array[], name: string) {
  if (member !== null) {
    const { method, crc32, compressedSize, size, dataOffset } = member;
    const data = source.slice(dataOffset, dataOffset + compressedSize);
    return { part: { name, method, crc32, compressedSize, size }, data };
  }
  const crc = new Crc32(tables);
  for (const reader = source.stream().getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    crc.add(value);
  }
  const { size } = source;
  return { part: { name, method: 'stored' as const, crc32: crc.value, compressedSize: size, size }, data: source };
}

/** Makes a member name unique: two dropped folders may contain the same path, but an archive must not. */
function createUniqueName(path: string, usedNames: Set<string>): string {
  let name = path;
  for (let count = 2; usedNames.has(name); count += 1) name = `${count}/${path}`;
  usedNames.add(name);
  return name;
}
