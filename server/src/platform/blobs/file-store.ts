import { dirname, join } from 'node:path';
import { shared } from '../concurrency/patience.ts';
import { isUuid, type Uuid } from '../ids/ids.ts';
import { BlobError, translated } from './blob-error.ts';
import { BufferShelf } from './buffer-shelf.ts';
import { type FileSystem, type OpenFile, systemFiles } from './file-system.ts';
import { FileWriter, type ObjectPaths } from './file-writer.ts';
import type { BlobPartWriter, BlobReader, BlobSpace, BlobStore, BlobWriter, StoredBlob } from './store.ts';

// 1 MiB: writes of 4 MiB were 3 to 6 % faster, and would cost every upload 6 MiB more.
const writeBytes = 1_048_576;
// 32 idle MiB at most; a portal with more uploads than that at once allocates.
const keptBuffers = 32;
const partSuffix = '.part';
const folderName = /^[0-9a-f]{2}$/;
const labelName = 'INSTALLATION';
const labelBytes = 256;

export interface FileStoreOptions {
  /** The folder the store owns; made if missing. */
  readonly folder: string;
  /** Names the small objects of `probe`. */
  readonly newId: () => Uuid;
  readonly files?: FileSystem;
}

/** Opens the store on a folder: `<last two digits>/<id>`, folders 0700 and files 0600. */
export async function openFileStore({ folder, newId, files = systemFiles() }: FileStoreOptions): Promise<BlobStore> {
  await translated(async () => {
    await files.makeFolder(folder);
    await files.syncFolder(dirname(folder));
  });
  return new FileStore(folder, newId, files);
}

class FileStore implements BlobStore {
  readonly isCloud = false;
  readonly #objects: string;
  readonly #newId: () => Uuid;
  readonly #files: FileSystem;
  readonly #shelf = new BufferShelf(() => Buffer.allocUnsafeSlow(writeBytes), keptBuffers);
  readonly #durableFolders = new Map<string, Promise<void>>();

  constructor(objects: string, newId: () => Uuid, files: FileSystem) {
    this.#objects = objects;
    this.#newId = newId;
    this.#files = files;
  }

  create(id: Uuid): Promise<BlobWriter> {
    return translated(async () => {
      const paths = this.#paths(id);
      await this.#durableFolder(paths.folder);
      const file = await this.#files.create(paths.part);
      const writer = new FileWriter(this.#files, file, paths, this.#shelf);
      // Asked while holding the part, which only one writer can: nobody else can bring the whole into being.
      const taken = await this.#files.exists(paths.whole).catch(async (error: unknown) => {
        await writer.abort();
        throw error;
      });
      if (!taken) return writer;
      await writer.abort();
      throw new BlobError('exists');
    });
  }

  resume(id: Uuid, position: number, onDurable: (position: number) => void): Promise<BlobPartWriter> {
    return translated(async () => {
      const paths = this.#paths(id);
      await this.#durableFolder(paths.folder);
      if (await this.#files.exists(paths.whole)) await this.#files.rename(paths.whole, paths.part);
      const file = await this.#files.openPart(paths.part);
      const writer = new FileWriter(this.#files, file, paths, this.#shelf, { position, onDurable });
      try {
        if ((await file.sizeBytes()) < position) throw new BlobError('corrupt');
        await this.#files.syncFolder(paths.folder);
        return writer;
      } catch (error) {
        await writer.leave();
        throw error;
      }
    });
  }

  open(id: Uuid): Promise<BlobReader> {
    return translated(async () => {
      const file = await this.#files.open(this.#paths(id).whole);
      try {
        return new FileReader(file, await file.sizeBytes());
      } catch (error) {
        await file.close();
        throw error;
      }
    });
  }

  remove(id: Uuid): Promise<void> {
    return translated(async () => {
      const { folder, whole, part } = this.#paths(id);
      await this.#durableFolder(folder);
      await this.#files.remove(part);
      await this.#files.remove(whole);
      await this.#files.syncFolder(folder);
    });
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (const digits of await translated(() => this.#files.names(this.#objects))) {
      if (!folderName.test(digits)) continue;
      const folder = join(this.#objects, digits);
      for (const name of await translated(() => this.#files.names(folder))) {
        const partial = name.endsWith(partSuffix);
        const id = partial ? name.slice(0, -partSuffix.length) : name;
        if (!isUuid(id)) continue;
        const facts = await translated(() => this.#files.facts(join(folder, name)));
        if (facts) yield { id, partial, ...facts };
      }
    }
  }

  readLabel(): Promise<string | undefined> {
    return translated(async () => {
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

  label(text: string): Promise<void> {
    return translated(async () => {
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

  readonly usage: () => Promise<BlobSpace> = shared(() => translated(() => this.#files.space(this.#objects)));

  async probe(): Promise<void> {
    const id = this.#newId();
    const written = Buffer.from(id);
    const writer = await this.create(id);
    await writer.write(written);
    await writer.commit();
    try {
      if (!written.equals(await this.#whole(id))) throw new BlobError('corrupt');
    } finally {
      await this.remove(id);
    }
  }

  async #whole(id: Uuid): Promise<Buffer> {
    const reader = await this.open(id);
    try {
      const bytes = Buffer.alloc(reader.sizeBytes);
      return bytes.subarray(0, await reader.read(0, bytes));
    } finally {
      await reader.close();
    }
  }

  /** The id's last two digits: its first ones are time (RFC 9562 5.7) and would put everything into one folder. */
  #paths(id: Uuid): ObjectPaths {
    if (!isUuid(id)) throw new BlobError('not_found');
    const folder = join(this.#objects, id.slice(-2));
    return { folder, whole: join(folder, id), part: join(folder, id + partSuffix) };
  }

  /**
   * Makes a folder and syncs the one above it, once in this process. Also for a folder that stood already: the process
   * that made it may have died before its sync.
   */
  #durableFolder(folder: string): Promise<void> {
    const known = this.#durableFolders.get(folder);
    if (known) return known;
    const making = this.#makeDurable(folder);
    this.#durableFolders.set(folder, making);
    return making;
  }

  async #makeDurable(folder: string): Promise<void> {
    try {
      await this.#files.makeFolder(folder);
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
  #closed = false;

  constructor(file: OpenFile, sizeBytes: number) {
    this.#file = file;
    this.sizeBytes = sizeBytes;
  }

  read(position: number, buffer: Buffer): Promise<number> {
    return translated(async () => {
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
    if (this.#closed) return;
    this.#closed = true;
    await translated(() => this.#file.close());
  }
}
