import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { errnoOf } from '../blob-error.ts';

/** An open file. Writes and reads may be short, as the system's are. */
export interface OpenFile {
  /** Bytes written from `buffer`, perhaps fewer than it has. */
  write(buffer: Buffer, position: number): Promise<number>;
  /** Bytes read into `buffer`, perhaps fewer than it holds; 0 at the end. */
  read(buffer: Buffer, position: number): Promise<number>;
  sizeBytes(): Promise<number>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What the store asks of the operating system, so that a test can make each call fail. Errors carry errno codes. */
export interface FileSystem {
  /** Makes the folder and those above it, for the owner only; one that stands already is left. */
  createFolder(path: string): Promise<void>;
  /** A new file for the owner only; EEXIST if there is one. */
  create(path: string): Promise<OpenFile>;
  /** A file for the owner only to go on writing, as it stands; made where there is none. */
  openPart(path: string): Promise<OpenFile>;
  open(path: string): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; none there is no failure. */
  remove(path: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  /** Makes the folder's entries durable. */
  syncFolder(path: string): Promise<void>;
  /** The names in a folder. */
  listNames(path: string): Promise<string[]>;
  /** `undefined` if there is no such file. */
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
  // Windows opens no folders; NTFS journals the rename itself.
  if (process.platform === 'win32') return;
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// Of the four threads that Node has for files, passwords and names. Where a sync took 100 ms, a password waited 190 ms behind those of
// fifty uploads.
const maxConcurrentWrites = 3;

/**
 * The machine's own file system. Writes and syncs stand in line for all but one of Node's threads: however many uploads wait for a slow
 * disk, a password is compared and a file is read beside them.
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
