import { handleOf } from '../file-handles.ts';

/** A file that was dropped or chosen, with its path in the folder it came in. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
  /** By which it is read again after a reload, where the browser gives one; for single files. */
  readonly handle?: FileSystemFileHandle | undefined;
}

/** More than a CD holds; the portal takes as many files of an exam. */
const mostFiles = 20_000;

/** The files of a list, as an input has them. */
export function filesOf(list: Iterable<File>): DroppedFile[] {
  return Array.from(list, (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Everything in a drop, folders with all that is in them. To be called while the drop is handled: later it is empty. */
export async function filesOfDrop(data: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.some((entry) => entry.isDirectory))
    return await withHandle(filesOf(data.files), handleOf(data.items[0]));
  const found: DroppedFile[] = [];
  for (const entry of entries) await gather(entry, found);
  return found;
}

/** Several files are packed into one, which is gone with the page. */
async function withHandle(files: DroppedFile[], handle: Promise<FileSystemFileHandle | undefined>) {
  const [first] = files;
  return first && files.length === 1 ? [{ ...first, handle: await handle }] : files;
}

async function gather(entry: FileSystemEntry, found: DroppedFile[]): Promise<void> {
  if (found.length >= mostFiles) return;
  if (isFile(entry)) {
    const { promise, resolve, reject } = Promise.withResolvers<File>();
    entry.file(resolve, reject);
    found.push({ path: entry.fullPath.replace(/^\//, ''), file: await promise });
  } else if (isFolder(entry)) {
    for (const inside of await entriesOf(entry.createReader())) await gather(inside, found);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** A reader gives a hundred entries at a time, and none at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    const some = await promise;
    if (some.length === 0) return all;
    all.push(...some);
  }
}
