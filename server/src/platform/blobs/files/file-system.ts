import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { errnoOf } from '../blob-error.ts';

/** An open file. Writes and reads may be short, as those of the operating system. */
export interface OpenFile {
  /** Returns the bytes written from `buffer`, possibly fewer than its length. */
  write(buffer: Buffer, position: number): Promise<number>;
  /** Returns the bytes read into `buffer`, possibly fewer than its length; 0 at the end. */
  read(buffer: Buffer, position: number): Promise<number>;
  sizeBytes(): Promise<number>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The store's calls to the operating system, so a test can make each fail. Errors have errno codes. */
export interface FileSystem {
  /** Creates the folder and its parents, for the owner only. Leaves an existing folder unchanged. */
  createFolder(path: string): Promise<void>;
  /** Creates a file for the owner only. Throws EEXIST if there is one. */
  create(path: string): Promise<OpenFile>;
  /** Opens a file to continue writing, without truncating it. Creates it, for the owner only, if missing. */
  openPart(path: string): Promise<OpenFile>;
  open(path: string): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file. Succeeds if there is none. */
  remove(path: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  /** Makes the folder's entries durable. */
  syncFolder(path: string): Promise<void>;
  listNames(path: string): Promise<string[]>;
  /** Returns undefined if there is no such file. */
  facts(path: string): Promise<{ sizeBytes: number; modifiedAt: Date } | undefined>;
  space(path: string): Promise<{ usedBytes: number; availableBytes: number }>;
}

function openFile(handle: FileHandle, semaphore: Semaphore): OpenFile {
  return {
    write: async (buffer, position) =>
      (await semaphore.run(() => handle.write(buffer, 0, buffer.length, position))).bytesWritten,
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    sizeBytes: async () => (await handle.stat()).size,
    sync: () => semaphore.run(() => handle.sync()),
    close: () => handle.close(),
  };
}

async function factsOf(path: string): Promise<{ sizeBytes: number; modifiedAt: Date } | undefined> {
  const stats = await stat(path).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  return stats && { sizeBytes: stats.size, modifiedAt: stats.mtime };
}

/** Makes a folder's entries durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; NTFS journals the rename itself.
  if (process.platform === 'win32') return;
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// Of the four threads of Node's pool for files, passwords and DNS. With syncs of 100 ms, a password check waited 190 ms
// behind the syncs of fifty uploads.
const maxConcurrentWrites = 3;

/**
 * Returns the machine's file system. Writes and syncs may use all but one of Node's threads. With any number of uploads
 * waiting for a slow disk, a thread stays free for password checks and reads.
 */
export function systemFiles(semaphore: Semaphore = new Semaphore(maxConcurrentWrites)): FileSystem {
  const openWith = async (path: string, flags: string | number, mode?: number) =>
    openFile(await open(path, flags, mode), semaphore);
  return {
    createFolder: async (path) => {
      await mkdir(path, { recursive: true, mode: 0o700 });
    },
    create: (path) => openWith(path, 'wx', 0o600),
    openPart: (path) => openWith(path, constants.O_RDWR | constants.O_CREAT, 0o600),
    open: (path) => openWith(path, 'r'),
    rename: (from, to) => rename(from, to),
    remove: (path) => rm(path, { force: true }),
    exists: async (path) => (await factsOf(path)) !== undefined,
    syncFolder: (path) => semaphore.run(() => syncFolder(path)),
    listNames: (path) => readdir(path),
    facts: factsOf,
    space: async (path) => {
      const { bsize, blocks, bfree, bavail } = await statfs(path);
      return { usedBytes: (blocks - bfree) * bsize, availableBytes: bavail * bsize };
    },
  };
}
