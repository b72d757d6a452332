import { type RandomAccess, readZipIndex, type ZipIndex } from '@medcloud/dicom';

/** A file of an exam and its position in the original: the complete original, or a member of the archive. */
export interface Member {
  /** Name in the archive; empty for an exam of one file. */
  readonly name: string;
  readonly method: 'stored' | 'deflated';
  readonly dataOffset: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Null for an exam of one file: its SHA-256 was computed on arrival. */
  readonly crc32: number | null;
}

/** Lists the files of an exam by offset. Rejects as `readZipIndex` does. */
export async function listMembers(original: RandomAccess, content: 'dcm' | 'zip'): Promise<Member[]> {
  const { sizeBytes } = original;
  if (content === 'dcm')
    return [{ name: '', method: 'stored', dataOffset: 0, compressedSize: sizeBytes, size: sizeBytes, crc32: null }];
  return filesOf(await readZipIndex(original));
}

/** Returns an archive's files by offset. */
export function filesOf({ entries }: ZipIndex): Member[] {
  return entries.filter((entry) => !entry.isDirectory).toSorted((a, b) => a.dataOffset - b.dataOffset);
}
