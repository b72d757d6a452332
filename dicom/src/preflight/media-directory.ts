import type { DataSet } from '../reader/data-set.ts';
import { firstText, textsOf } from '../reader/values.ts';

/** A file that a DICOMDIR lists (PS3.3 F.3). */
export interface ListedFile {
  /** Path below the folder of the DICOMDIR. */
  readonly path: string;
  /** Empty if the DICOMDIR does not name it. */
  readonly instanceUid: string;
}

const DIRECTORY_RECORD_SEQUENCE = 0x00041220;
const REFERENCED_FILE_ID = 0x00041500;
const REFERENCED_INSTANCE_UID = 0x00041511;
const maxListedFiles = 20_000;

/** Returns the files that the records of a DICOMDIR reference, at most 20,000. */
export function listReferencedFiles(dataSet: DataSet): ListedFile[] {
  const records = dataSet.elements.get(DIRECTORY_RECORD_SEQUENCE)?.items ?? [];
  const files: ListedFile[] = [];
  for (const record of records) {
    const fileId = record.elements.get(REFERENCED_FILE_ID);
    const path = fileId ? textsOf(record, fileId).map((part) => part.trim()) : [];
    if (path.join('') === '') continue;
    files.push({ path: path.join('/'), instanceUid: firstText(record, REFERENCED_INSTANCE_UID).trim() });
    if (files.length === maxListedFiles) break;
  }
  return files;
}
