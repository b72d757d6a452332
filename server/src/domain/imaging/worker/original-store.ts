import type { RandomAccess } from '@medcloud/dicom';
import { EncryptedStore, type OpenObject } from '../../../platform/blobs/encrypted-store.ts';
import { openFileStore } from '../../../platform/blobs/files/file-store.ts';
import { releaseBuffer } from '../../../platform/concurrency/release-buffer.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { systemRandom } from '../../../platform/ids/random.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { frameCount } from '../index/frame-table.ts';
import type { ManifestInstance } from '../index/manifest.ts';
import { createMemoryAccess, ScratchBuffer } from '../members/member-access.ts';
import { createRandomAccess } from './encrypted-random-access.ts';
import type { Original } from './tasks.ts';

// A single-frame instance up to this length is read with one call. A CT slice is half a megabyte, an X-ray 8 to 20.
const maxInMemoryBytes = 33_554_432;
// Memory that a worker reads into again for the next instance.
const maxScratchBytes = 4_194_304;

/** The originals as a worker reads them, one task after another. Its store is opened once and keeps the last files open for some seconds. */
export class OriginalStore {
  readonly #scratch = new ScratchBuffer();
  readonly #stores = new Map<string, Promise<EncryptedStore>>();

  /** Opens an original. The caller must close it. */
  async open({ objectsFolder, objectKey }: Original): Promise<OpenObject> {
    const store = await this.#getStore(objectsFolder);
    return await store.open(toBufferKey(objectKey));
  }

  /**
   * Calls `use` with an original and the position of an instance in it. A stored instance of one frame is read with one
   * call and is then the whole original for `use`; its bytes are valid until the next call.
   */
  async withInstance<Result>(
    original: Original,
    instance: ManifestInstance,
    use: (original: RandomAccess, instance: ManifestInstance) => Promise<Result>,
  ): Promise<Result> {
    const { dataOffset, size, method, frames } = instance;
    if (method === 'stored' && frameCount(frames) === 1 && size <= maxInMemoryBytes) {
      const bytes = await this.#readInstance(original, dataOffset, size);
      const result = await use(createMemoryAccess(bytes), { ...instance, dataOffset: 0 });
      if (size > maxScratchBytes) releaseBuffer(bytes);
      return result;
    }
    const access = createRandomAccess(await this.open(original));
    try {
      return await use(access, instance);
    } finally {
      await access.close();
    }
  }

  /** Reads into the same memory again: left to the garbage collector, it cost a third of rendering a CT slice. */
  async #readInstance({ objectsFolder, objectKey }: Original, start: number, sizeBytes: number): Promise<Buffer> {
    const store = await this.#getStore(objectsFolder);
    const bytes = sizeBytes <= maxScratchBytes ? this.#scratch.allocate(sizeBytes) : Buffer.allocUnsafeSlow(sizeBytes);
    let offset = 0;
    for await (const chunk of await store.readTransientChunks(toBufferKey(objectKey), {
      start,
      end: start + sizeBytes,
    })) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    return bytes;
  }

  #getStore(folder: string): Promise<EncryptedStore> {
    const store = this.#stores.get(folder) ?? openStore(folder);
    this.#stores.set(folder, store);
    store.catch(() => this.#stores.delete(folder));
    return store;
  }
}

async function openStore(folder: string): Promise<EncryptedStore> {
  const store = await openFileStore({ folder, newId: () => newId(systemClock, systemRandom) });
  return new EncryptedStore(store, systemRandom);
}

/** A Buffer becomes a Uint8Array on its way to the worker. */
function toBufferKey(objectKey: Original['objectKey']): Original['objectKey'] {
  return { ...objectKey, key: Buffer.from(objectKey.key) };
}
