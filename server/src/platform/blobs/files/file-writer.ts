import { BlobError, toBlobError } from '../blob-error.ts';
import type { BlobPartWriter, BlobWriter } from '../blob-store.ts';
import type { BufferPool } from '../buffer-pool.ts';
import type { FileSystem, OpenFile } from './file-system.ts';

// Syncs every 16 MiB in parallel with the writes. The last sync, for which the sender waits, is then short, and a large
// upload does not fill the page cache with unwritten bytes.
const syncEveryBytes = 16_777_216;

/** The paths of one object: its folder, the complete file, and the part file it is written to first. */
export interface ObjectPaths {
  readonly folder: string;
  readonly complete: string;
  readonly part: string;
}

/** Options for an object written in parts: the start of this part, and the callback for the durable length. */
export interface PartOptions {
  readonly position: number;
  readonly onDurable: (position: number) => void;
}

/**
 * Collects bytes into large positioned writes. One buffer fills while the previous one is written, so the disk and the
 * source work in parallel. With two buffers at most, a fast sender waits for a slow disk. On abort or failure, the file
 * of a complete object is removed; the file of a part stays.
 */
export class FileWriter implements BlobWriter, BlobPartWriter {
  readonly #files: FileSystem;
  readonly #file: OpenFile;
  readonly #paths: ObjectPaths;
  readonly #pool: BufferPool;
  #state: 'open' | 'done' | 'failed' = 'open';
  #filling: Buffer | undefined;
  #filledBytes = 0;
  #position = 0;
  #pendingWrite: Promise<void> = Promise.resolve();
  #syncing: Promise<void> = Promise.resolve();
  #unsyncedBytes = 0;
  #isRenamed = false;
  #discarding: Promise<unknown[]> | undefined;
  readonly #part: PartOptions | undefined;

  constructor(files: FileSystem, file: OpenFile, paths: ObjectPaths, pool: BufferPool, part?: PartOptions) {
    this.#files = files;
    this.#file = file;
    this.#paths = paths;
    this.#pool = pool;
    this.#part = part;
    this.#position = part?.position ?? 0;
  }

  write(chunk: Buffer): Promise<void> {
    return this.#runOrDiscard(async () => {
      let consumed = 0;
      while (consumed < chunk.length) {
        this.#filling ??= this.#pool.acquire();
        const copied = chunk.copy(this.#filling, this.#filledBytes, consumed);
        consumed += copied;
        this.#filledBytes += copied;
        if (this.#filledBytes < this.#filling.length) continue;
        await this.#flush();
        this.#checkOpen();
      }
    });
  }

  commit(): Promise<void> {
    return this.#runOrDiscard(async () => {
      await this.#flush();
      await this.#pendingWrite;
      await this.#syncing;
      await this.#file.sync();
      this.#checkOpen();
      // Closes after the sync and before the rename: some file systems (NFS) report late write errors only on close.
      this.#state = 'done';
      await this.#file.close();
      await this.#files.rename(this.#paths.part, this.#paths.complete);
      this.#isRenamed = true;
      await this.#files.syncFolder(this.#paths.folder);
    });
  }

  sync(): Promise<void> {
    return this.#runOrDiscard(async () => {
      await this.#flush();
      await this.#pendingWrite;
      await this.#syncing;
      await this.#file.sync();
      this.#unsyncedBytes = 0;
      this.#checkOpen();
    });
  }

  close(): Promise<void> {
    return this.abort();
  }

  async abort(): Promise<void> {
    if (this.#state === 'done') return;
    const failures = await this.#discard();
    if (failures.length > 0) throw toBlobError(failures[0]);
  }

  /** Starts writing the filled buffer after the previous write has ended. Its failure appears at the next await. */
  async #flush(): Promise<void> {
    await this.#pendingWrite;
    if (this.#unsyncedBytes >= syncEveryBytes) await this.#startSync();
    const buffer = this.#filling;
    if (!buffer) return;
    const bytes = buffer.subarray(0, this.#filledBytes);
    this.#filling = undefined;
    this.#pendingWrite = this.#writeAll(bytes, this.#position).finally(() => this.#pool.release(buffer));
    this.#pendingWrite.catch(() => undefined);
    this.#position += this.#filledBytes;
    this.#unsyncedBytes += this.#filledBytes;
    this.#filledBytes = 0;
  }

  /** Starts a sync without waiting for it. Keeps its promise, because the system reports a failed sync only once. */
  async #startSync(): Promise<void> {
    await this.#syncing;
    this.#checkOpen();
    this.#unsyncedBytes = 0;
    const durablePosition = this.#position;
    this.#syncing = this.#file.sync().then(() => this.#part?.onDurable(durablePosition));
    this.#syncing.catch(() => undefined);
  }

  async #writeAll(bytes: Buffer, position: number): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      // A short write is no failure by itself (write(2)): the next write either succeeds or reports the error.
      const count = await this.#file.write(bytes.subarray(written), position + written);
      if (count === 0) throw new BlobError('io');
      written += count;
    }
  }

  /** Throws `io` if the writer was aborted while a write waited for the disk. */
  #checkOpen(): void {
    if (this.#state !== 'open') throw new BlobError('io', { cause: new Error('The object is closed') });
  }

  async #runOrDiscard(work: () => Promise<void>): Promise<void> {
    this.#checkOpen();
    try {
      await work();
    } catch (error) {
      const failures = await this.#discard();
      const blobError = toBlobError(error);
      // The deletion of orphans removes files that could not be removed here. The cause carries the errors to the log.
      if (failures.length === 0) throw blobError;
      throw new BlobError(blobError.code, { cause: new AggregateError([error, ...failures]) });
    }
  }

  #discard(): Promise<unknown[]> {
    this.#discarding ??= this.#discardOnce();
    return this.#discarding;
  }

  /** Waits for the pending write, closes and removes. Tries each step even if an earlier one failed. */
  async #discardOnce(): Promise<unknown[]> {
    const isClosed = this.#state === 'done';
    this.#state = 'failed';
    await Promise.allSettled([this.#pendingWrite, this.#syncing]);
    if (this.#filling) this.#pool.release(this.#filling);
    this.#filling = undefined;
    const close = isClosed ? [] : await Promise.allSettled([this.#file.close()]);
    const remove = this.#part ? [] : await Promise.allSettled([this.#files.remove(this.#paths.part)]);
    // A rename that may not survive a power cut is not acknowledged, so remove its file. For a part, resuming renames
    // it back.
    const removeRenamed =
      this.#isRenamed && !this.#part ? await Promise.allSettled([this.#files.remove(this.#paths.complete)]) : [];
    return [...close, ...remove, ...removeRenamed].flatMap((step) => (step.status === 'rejected' ? [step.reason] : []));
  }
}
