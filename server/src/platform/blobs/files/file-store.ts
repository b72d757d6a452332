import { dirname, join } from 'node:path';
import { singleFlight } from '../../concurrency/timeouts.ts';
import { isUuid, type Uuid } from '../../ids/ids.ts';
import { BlobError, translateErrors } from '../blob-error.ts';
import type { BlobPartWriter, BlobReader, BlobSpace, BlobStore, BlobWriter, StoredBlob } from '../blob-store.ts';
import { BufferPool } from '../buffer-pool.ts';
import { type FileSystem, type OpenFile, systemFiles } from './file-system.ts';
import { FileWriter, type ObjectPaths } from './file-writer.ts';

// 1 MiB: writes of 4 MiB were 3 to 6 % faster, but would cost every upload 6 MiB more.
const writeBytes = 1_048_576;
// At most 32 MiB idle; with more uploads at once, the pool allocates.
const maxIdleBuffers = 32;
const partSuffix = '.part';
const folderName = /^[0-9a-f]{2}$/;
const labelName = 'INSTALLATION';
const labelBytes = 256;

export interface FileStoreOptions {
  /** The folder of the store; created if missing. */
  readonly folder: string;
  /** Creates the ids of the small objects of `probe`. */
  readonly newId: () => Uuid;
  readonly files?: FileSystem;
}

/** Opens a store in a folder. Objects are at `<last two digits>/<id>`; folders have mode 0700, files 0600. */
export async function openFileStore({ folder, newId, files = systemFiles() }: FileStoreOptions): Promise<BlobStore> {
  await translateErrors(async () => {
    await files.createFolder(folder);
    await files.syncFolder(dirname(folder));
  });
  return new FileStore(folder, newId, files);
}

class FileStore implements BlobStore {
  readonly isCloud = false;
  readonly #objects: string;
  readonly #newId: () => Uuid;
  readonly #files: FileSystem;
  readonly #pool = new BufferPool(() => Buffer.allocUnsafeSlow(writeBytes), maxIdleBuffers);
  readonly #durableFolders = new Map<string, Promise<void>>();

  constructor(objects: string, newId: () => Uuid, files: FileSystem) {
    this.#objects = objects;
    this.#newId = newId;
    this.#files = files;
  }

  create(id: Uuid): Promise<BlobWriter> {
    return translateErrors(async () => {
      const paths = this.#paths(id);
      await this.#ensureDurableFolder(paths.folder);
      const file = await this.#files.create(paths.part);
      const writer = new FileWriter(this.#files, file, paths, this.#pool);
      // Checked after creating the part file, which only one writer can do: no other writer can complete this object.
      const isTaken = await this.#files.exists(paths.complete).catch(async (error: unknown) => {
        await writer.abort();
        throw error;
      });
      if (!isTaken) return writer;
      await writer.abort();
      throw new BlobError('exists');
    });
  }

  resume(id: Uuid, position: number, onDurable: (position: number) => void): Promise<BlobPartWriter> {
    return translateErrors(async () => {
      const paths = this.#paths(id);
      await this.#ensureDurableFolder(paths.folder);
      if (await this.#files.exists(paths.complete)) await this.#files.rename(paths.complete, paths.part);
      const file = await this.#files.openPart(paths.part);
      const writer = new FileWriter(this.#files, file, paths, this.#pool, { position, onDurable });
      try {
        if ((await file.sizeBytes()) < position) throw new BlobError('corrupt');
        await this.#files.syncFolder(paths.folder);
        return writer;
      } catch (error) {
        await writer.close();
        throw error;
      }
    });
  }

  open(id: Uuid): Promise<BlobReader> {
    return translateErrors(async () => {
      const file = await this.#files.open(this.#paths(id).complete);
      try {
        return new FileReader(file, await file.sizeBytes());
      } catch (error) {
        await file.close();
        throw error;
      }
    });
  }

  remove(id: Uuid): Promise<void> {
    return translateErrors(async () => {
      const { folder, complete, part } = this.#paths(id);
      await this.#ensureDurableFolder(folder);
      await this.#files.remove(part);
      await this.#files.remove(complete);
      await this.#files.syncFolder(folder);
    });
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (const digits of await translateErrors(() => this.#files.listNames(this.#objects))) {
      if (!folderName.test(digits)) continue;
      const folder = join(this.#objects, digits);
      for (const name of await translateErrors(() => this.#files.listNames(folder))) {
        const isPartial = name.endsWith(partSuffix);
        const id = isPartial ? name.slice(0, -partSuffix.length) : name;
        if (!isUuid(id)) continue;
        const facts = await translateErrors(() => this.#files.facts(join(folder, name)));
        if (facts) yield { id, isPartial, ...facts };
      }
    }
  }

  readLabel(): Promise<string | undefined> {
    return translateErrors(async () => {
      const path = join(this.#objects, labelName);
      if (!(await this.#files.exists(path))) return undefined;
      const file = await this.#files.open(path);
      try {
        const bytes = Buffer.alloc(labelBytes);
        return bytes.toString('utf8', 0, await file.read(bytes, 0)).trim();
      } finally {
        await file.close();
      }
    });
  }

  writeLabel(text: string): Promise<void> {
    return translateErrors(async () => {
      const path = join(this.#objects, labelName);
      await this.#files.remove(path + partSuffix);
      const file = await this.#files.create(path + partSuffix);
      try {
        await file.write(Buffer.from(`${text}\n`), 0);
        await file.sync();
      } finally {
        await file.close();
      }
      await this.#files.rename(path + partSuffix, path);
      await this.#files.syncFolder(this.#objects);
    });
  }

  readonly usage: () => Promise<BlobSpace> = singleFlight(() =>
    translateErrors(() => this.#files.space(this.#objects)),
  );

  async probe(): Promise<void> {
    const id = this.#newId();
    const written = Buffer.from(id);
    const writer = await this.create(id);
    await writer.write(written);
    await writer.commit();
    try {
      if (!written.equals(await this.#readAll(id))) throw new BlobError('corrupt');
    } finally {
      await this.remove(id);
    }
  }

  async #readAll(id: Uuid): Promise<Buffer> {
    const reader = await this.open(id);
    try {
      const bytes = Buffer.alloc(reader.sizeBytes);
      return bytes.subarray(0, await reader.read(0, bytes));
    } finally {
      await reader.close();
    }
  }

  /**
   * Uses the id's last two digits: the first ones are time (RFC 9562 5.7) and would put all objects into one folder.
   */
  #paths(id: Uuid): ObjectPaths {
    if (!isUuid(id)) throw new BlobError('not_found');
    const folder = join(this.#objects, id.slice(-2));
    return { folder, complete: join(folder, id), part: join(folder, id + partSuffix) };
  }

  /**
   * Creates a folder and syncs its parent, once per process. Also syncs for an existing folder: the process that
   * created it may have died before its sync.
   */
  #ensureDurableFolder(folder: string): Promise<void> {
    const known = this.#durableFolders.get(folder);
    if (known) return known;
    const creating = this.#createDurableFolder(folder);
    this.#durableFolders.set(folder, creating);
    return creating;
  }

  async #createDurableFolder(folder: string): Promise<void> {
    try {
      await this.#files.createFolder(folder);
      await this.#files.syncFolder(this.#objects);
    } catch (error) {
      this.#durableFolders.delete(folder);
      throw error;
    }
  }
}

class FileReader implements BlobReader {
  readonly sizeBytes: number;
  readonly #file: OpenFile;
  #isClosed = false;

  constructor(file: OpenFile, sizeBytes: number) {
    this.#file = file;
    this.sizeBytes = sizeBytes;
  }

  read(position: number, buffer: Buffer): Promise<number> {
    return translateErrors(async () => {
      let filled = 0;
      while (filled < buffer.length) {
        const count = await this.#file.read(buffer.subarray(filled), position + filled);
        if (count === 0) break;
        filled += count;
      }
      return filled;
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await translateErrors(() => this.#file.close());
  }
}
