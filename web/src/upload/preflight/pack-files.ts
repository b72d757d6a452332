import { Crc32, createCrcTables, encodeLocalHeader, encodeZipDirectory, type ZipPart } from '@medcloud/dicom';
import type { DroppedFile } from './dropped-files.ts';
import type { FileRef } from './summarize-drop.ts';

/**
 * One archive of these files: a list of places on the disk and some headers between them, so that no file is in memory.
 * Loose files are stored, members of a dropped archive are taken as they lie there. The same files always make the same
 * bytes: an upload of them can be taken up again. Each loose file is read once, for its check sum.
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

/** Two dropped folders may hold files of one path; an archive may not. */
function createUniqueName(path: string, usedNames: Set<string>): string {
  let name = path;
  for (let count = 2; usedNames.has(name); count += 1) name = `${count}/${path}`;
  usedNames.add(name);
  return name;
}
