import { type RandomAccess, readZipIndex, type ZipIndex } from '@medcloud/dicom';

/** A file of an exam, and where its bytes lie in the original: the whole of it, or a member of the archive. */
export interface Member {
  /** As the archive has it; empty for an exam that is one file. */
  readonly name: string;
  readonly method: 'stored' | 'deflated';
  readonly dataOffset: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Null for an exam that is one file: its SHA-256 was taken when it arrived. */
  readonly crc32: number | null;
}

/** The files of an exam in the order in which they lie. Rejects with what `readZipIndex` rejects with. */
export async function listMembers(original: RandomAccess, content: 'dcm' | 'zip'): Promise<Member[]> {
  const { sizeBytes } = original;
  if (content === 'dcm')
    return [{ name: '', method: 'stored', dataOffset: 0, compressedSize: sizeBytes, size: sizeBytes, crc32: null }];
  return filesOf(await readZipIndex(original));
}

/** An archive's files in the order in which they lie. */
export function filesOf({ entries }: ZipIndex): Member[] {
  return entries.filter((entry) => !entry.isDirectory).toSorted((a, b) => a.dataOffset - b.dataOffset);
}
