/*
 * What Chromium offers beside files: handles, by which a page that was loaded again reads the same file once its user says
 * so (https://wicg.github.io/file-system-access). Other browsers have none of it, and neither has plain http.
 */
declare global {
  interface Window {
    showOpenFilePicker?: (options: {
      multiple: boolean;
      types: readonly { accept: Readonly<Record<string, readonly string[]>> }[];
    }) => Promise<FileSystemFileHandle[]>;
  }
  interface DataTransferItem {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  }
  interface FileSystemFileHandle {
    /** Asks the user where that is needed; to be called at the press of a button. */
    requestPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>;
  }
}

const isOfFile = (handle: FileSystemHandle | null | undefined): handle is FileSystemFileHandle =>
  handle?.kind === 'file';

/** The handle of what was dropped, where the browser has one. To be called while the drop is handled. */
export async function handleOf(item: DataTransferItem | undefined): Promise<FileSystemFileHandle | undefined> {
  try {
    const handle = await item?.getAsFileSystemHandle?.();
    return isOfFile(handle) ? handle : undefined;
  } catch {
    return undefined; // the file is there all the same; only after a reload it is chosen again
  }
}

/** The file of a handle that an earlier life of the page kept; undefined where its user says no, or it is not there any more. */
export async function fileAgain(handle: FileSystemFileHandle): Promise<File | undefined> {
  try {
    const said = await handle.requestPermission?.({ mode: 'read' });
    return said === 'denied' || said === 'prompt' ? undefined : await handle.getFile();
  } catch {
    return undefined; // moved, removed, or on a medium that was taken out: it is asked for
  }
}
