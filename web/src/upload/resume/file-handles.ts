/*
 * What Chromium offers beside files: handles, by which a page that was loaded again reads the same files once its user says
 * so (https://wicg.github.io/file-system-access). Other browsers have none of it, and neither has plain http.
 */
declare global {
  interface Window {
    showOpenFilePicker?: (options: {
      multiple: boolean;
      types: readonly { accept: Readonly<Record<string, readonly string[]>> }[];
    }) => Promise<FileSystemFileHandle[]>;
    showDirectoryPicker?: (options: { mode: 'read' }) => Promise<FileSystemDirectoryHandle>;
  }
  interface DataTransferItem {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  }
  interface FileSystemHandle {
    /** Asks the user where that is needed; to be called at the press of a button. */
    requestPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>;
  }
}

export const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file';
export const isFolderHandle = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle =>
  handle.kind === 'directory';

/** The handle of the file or folder that was dropped, where the browser has one. To be called while the drop is handled. */
export async function handleOf(item: DataTransferItem | undefined): Promise<FileSystemHandle | undefined> {
  try {
    return (await item?.getAsFileSystemHandle?.()) ?? undefined;
  } catch {
    return undefined; // the files are there all the same; only after a reload they are chosen again
  }
}

/**
 * The files of a handle that an earlier life of the page kept, by their paths from that file or folder on; undefined where
 * its user says no, or one of them is not there any more.
 */
export async function readFilesByHandle(
  handle: FileSystemHandle,
  paths: readonly string[],
): Promise<File[] | undefined> {
  try {
    const permission = await handle.requestPermission?.({ mode: 'read' });
    if (permission === 'denied' || permission === 'prompt') return undefined;
    const files: File[] = [];
    for (const path of paths) files.push(await getFileByPath(handle, path));
    return files;
  } catch {
    return undefined; // moved, removed, or on a medium that was taken out: they are asked for
  }
}

/** A path begins with the name of the folder itself. */
async function getFileByPath(handle: FileSystemHandle, path: string): Promise<File> {
  if (isFileHandle(handle)) return await handle.getFile();
  if (!isFolderHandle(handle)) throw new Error('A handle is of a file or of a folder.');
  const folders = path.split('/').slice(1);
  const name = folders.pop() ?? '';
  let folder = handle;
  for (const folderName of folders) folder = await folder.getDirectoryHandle(folderName);
  return await (await folder.getFileHandle(name)).getFile();
}
