import { handleOf, isFileHandle, isFolderHandle } from '../resume/file-handles.ts';

/** A dropped or selected file, with its path in its folder. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
  /** Handle of the file, or of the folder its path starts with. Only for a single item, if the browser provides one. */
  readonly handle?: FileSystemHandle | undefined;
  /** The browser could not open the file or folder of this path. It is reported as unreadable. */
  readonly isUnreadable?: boolean | undefined;
}

/** More than a CD contains, and the server's limit of files per exam. If there are more, one more file is collected. */
export const maxFiles = 20_000;

/** Opens a file. If the browser cannot open it, returns an entry marked `isUnreadable`. */
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

/** Returns the files of an input's file list. */
export function filesOf(list: Iterable<File>): DroppedFile[] {
  return Array.from(list, (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Returns all files of a drop, including those in folders. Call it in the drop handler: later the drop is empty. */
export async function filesOfDrop(data: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  // one handle per item would ask the user for permission once per item
  const handle = entries.length === 1 ? handleOf(data.items[0]) : undefined;
  if (!entries.some((entry) => entry.isDirectory)) return withHandle(filesOf(data.files), await handle);
  const files: DroppedFile[] = [];
  for (const entry of entries) await collectEntry(entry, files);
  return withHandle(files, await handle);
}

function withHandle(files: DroppedFile[], handle: FileSystemHandle | undefined): DroppedFile[] {
  return handle ? files.map((file) => ({ ...file, handle })) : files;
}

/** Returns all files of a folder handle. */
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

/** Reads all entries. A reader returns up to a hundred at a time, and none at the end. */
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
