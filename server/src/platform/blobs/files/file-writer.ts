import { BlobError, toBlobError } from '../blob-error.ts';
import type { BlobPartWriter, BlobWriter } from '../blob-store.ts';
import type { BufferPool } from '../buffer-pool.ts';
import type { FileSystem, OpenFile } from './file-system.ts';

// Every 16 MiB what has landed is synced beside the writes, so that the last sync, for which the sender waits, is short,
// and one large upload does not fill the page cache with bytes the disk has yet to take.
const syncEveryBytes = 16_777_216;

/** Where one object lies, and where it is written first. */
export interface ObjectPaths {
  readonly folder: string;
  readonly complete: string;
  readonly part: string;
}

/** An object that comes in parts: where this one begins, and who is told up to where the file is durable. */
export interface PartOptions {
  readonly position: number;
  readonly onDurable: (position: number) => void;
}

/**
 * Collects bytes into large positioned writes. One buffer fills while the one before it is written, so the disk and
 * whoever makes the bytes work at the same time, and a fast sender waits for a slow disk: two buffers at most. A part of an
 * object is left as it stands where the writer of a whole one would remove it.
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
      // Closing after the sync and before the rename: some file systems (NFS) report late write errors only here.
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

  /** Sends what has been filled, once what was sent before has landed; its failure shows at the next wait. */
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

  /** Starts a sync and does not wait for it. A failed one must not be forgotten: the system reports it only once. */
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
      // A short write is no failure by itself (write(2)): the rest either goes through or says what is wrong.
      const count = await this.#file.write(bytes.subarray(written), position + written);
      if (count === 0) throw new BlobError('io');
      written += count;
    }
  }

  /** An abort may come while a write waits for the disk; the write then ends here. */
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
      // What could not be cleaned up is for the sweeper; the log hears of it through the cause.
      if (failures.length === 0) throw blobError;
      throw new BlobError(blobError.code, { cause: new AggregateError([error, ...failures]) });
    }
  }

  #discard(): Promise<unknown[]> {
    this.#discarding ??= this.#discardOnce();
    return this.#discarding;
  }

  /** Lets the write in flight end, closes, removes. Each step is tried whatever became of those before. */
  async #discardOnce(): Promise<unknown[]> {
    const closed = this.#state === 'done';
    this.#state = 'failed';
    await Promise.allSettled([this.#pendingWrite, this.#syncing]);
    if (this.#filling) this.#pool.release(this.#filling);
    this.#filling = undefined;
    const close = closed ? [] : await Promise.allSettled([this.#file.close()]);
    const remove = this.#part ? [] : await Promise.allSettled([this.#files.remove(this.#paths.part)]);
    // A rename that may not survive a power cut is not acknowledged, so it is taken back; whoever goes on with a part does.
    const removeRenamed =
      this.#isRenamed && !this.#part ? await Promise.allSettled([this.#files.remove(this.#paths.complete)]) : [];
    return [...close, ...remove, ...removeRenamed].flatMap((step) => (step.status === 'rejected' ? [step.reason] : []));
  }
}
