import { handleOf, isFileHandle, isFolderHandle } from '../resume/file-handles.ts';

/** A file that was dropped or chosen, with its path in the folder it came in. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
  /** Of the file itself, or of the folder that its path begins with; for what came alone, where the browser gives one. */
  readonly handle?: FileSystemHandle | undefined;
  /** The browser could not open it, or a folder of this path: it is named among what could not be read. */
  readonly isUnreadable?: boolean | undefined;
}

/** More than a CD holds; the portal takes as many files of an exam. Of more, one more is gathered. */
export const maxFiles = 20_000;

/** A file once it is open; where the browser cannot open it, in its place that it is lost. */
export async function openFile(path: string, open: () => Promise<File>): Promise<DroppedFile> {
  try {
    return { path, file: await open() };
  } catch (error) {
    return unreadableFile(path, error);
  }
}

function unreadableFile(path: string, error: unknown): DroppedFile {
  if (!(error instanceof DOMException)) throw error;
  return { path, file: new File([], path.slice(path.lastIndexOf('/') + 1)), isUnreadable: true };
}

/** The files of a list, as an input has them. */
export function filesOf(list: Iterable<File>): DroppedFile[] {
  return Array.from(list, (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Everything in a drop, folders with all that is in them. To be called while the drop is handled: later it is empty. */
export async function filesOfDrop(data: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  // a handle for each of many would ask its user as often
  const handle = entries.length === 1 ? handleOf(data.items[0]) : undefined;
  if (!entries.some((entry) => entry.isDirectory)) return withHandle(filesOf(data.files), await handle);
  const files: DroppedFile[] = [];
  for (const entry of entries) await collectEntry(entry, files);
  return withHandle(files, await handle);
}

function withHandle(files: DroppedFile[], handle: FileSystemHandle | undefined): DroppedFile[] {
  return handle ? files.map((file) => ({ ...file, handle })) : files;
}

/** Everything in a folder that the browser gave a handle of. */
export async function filesOfFolder(root: FileSystemDirectoryHandle): Promise<DroppedFile[]> {
  const files: DroppedFile[] = [];
  await collectFolder(root, root.name, files);
  return withHandle(files, root);
}

async function collectFolder(folder: FileSystemDirectoryHandle, path: string, files: DroppedFile[]): Promise<void> {
  try {
    for await (const child of folder.values()) {
      if (files.length > maxFiles) return;
      const childPath = `${path}/${child.name}`;
      if (isFileHandle(child)) files.push(await openFile(childPath, () => child.getFile()));
      else if (isFolderHandle(child)) await collectFolder(child, childPath, files);
    }
  } catch (error) {
    files.push(unreadableFile(path, error));
  }
}

async function collectEntry(entry: FileSystemEntry, files: DroppedFile[]): Promise<void> {
  if (files.length > maxFiles) return;
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry)) files.push(await openFile(path, () => fileOf(entry)));
  else if (isFolder(entry)) {
    try {
      for (const child of await entriesOf(entry.createReader())) await collectEntry(child, files);
    } catch (error) {
      files.push(unreadableFile(path, error));
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  const { promise, resolve, reject } = Promise.withResolvers<File>();
  entry.file(resolve, reject);
  return promise;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** A reader gives a hundred entries at a time, and none at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    const batch = await promise;
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}
