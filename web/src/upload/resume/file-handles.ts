/*
 * Chromium's file handles: after a reload the page can read the same files again if the user permits it
 * (https://wicg.github.io/file-system-access). Other browsers and plain http do not support them.
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
    /** Asks the user for permission if needed. Call it in a click handler. */
    requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>;
  }
}

export const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file';
export const isFolderHandle = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle =>
  handle.kind === 'directory';

/**
 * Returns the handle of a dropped file or folder, if the browser provides one. Call it synchronously in the drop
 * handler.
 */
export async function handleOf(item: DataTransferItem | undefined): Promise<FileSystemHandle | undefined> {
  try {
    return (await item?.getAsFileSystemHandle?.()) ?? undefined;
  } catch {
    return undefined; // the upload works without; after a reload the user must select the files again
  }
}

/**
 * Reads the files of a handle stored before a reload. Paths start with that file's or folder's name. Undefined if the
 * user denies permission or a file no longer exists.
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
    return undefined; // moved, deleted, or on a removed medium: the user must select them
  }
}

/** Opens a file below a handle. The path starts with the handle's own name. */
async function getFileByPath(handle: FileSystemHandle, path: string): Promise<File> {
  if (isFileHandle(handle)) return await handle.getFile();
  if (!isFolderHandle(handle)) throw new Error('Expected a handle of a file or folder.');
  const folders = path.split('/').slice(1);
  const name = folders.pop() ?? '';
  let folder = handle;
  for (const folderName of folders) folder = await folder.getDirectoryHandle(folderName);
  return await (await folder.getFileHandle(name)).getFile();
}
