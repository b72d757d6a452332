import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { newId, type Uuid } from '../ids/ids.ts';
import { systemRandom } from '../ids/random.ts';
import { systemClock } from '../time/clock.ts';
import type { BlobStore } from './blob-store.ts';
import type { ObjectKey } from './container.ts';
import { EncryptedStore } from './encrypted-store.ts';
import { openFileStore } from './files/file-store.ts';
import { type FileSystem, systemFiles } from './files/file-system.ts';
import { newKey } from './keys.ts';

export function newObjectId(): Uuid {
  return newId(systemClock, systemRandom);
}

export function newObjectKey(): ObjectKey {
  return { objectId: newObjectId(), keyId: newObjectId(), key: newKey(systemRandom) };
}

/** A store in its own folder, which is removed after the test. */
export interface TestFolder {
  readonly folder: string;
  readonly store: BlobStore;
  readonly objects: EncryptedStore;
  /** Returns the path of an object's container. */
  pathOf(id: Uuid): string;
  /** The files of the store, as paths below `objects/`. */
  filesLeft(): Promise<string[]>;
}

export async function openTestFolder(files: FileSystem = systemFiles()): Promise<TestFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-blobs-'));
  let folderCount = 0;
  // Puts each object into its own folder: a probe into an existing folder makes fewer calls.
  const newId = (): Uuid => {
    folderCount += 1;
    return `${newObjectId().slice(0, -2)}${folderCount.toString(16).padStart(2, '0')}`;
  };
  const store = await openFileStore({ folder: join(folder, 'objects'), newId, files });
  const objects = new EncryptedStore(store, systemRandom);
  onTestFinished(async () => {
    await objects.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    folder,
    store,
    objects,
    pathOf: (id) => join(folder, 'objects', id.slice(-2), id),
    filesLeft: async () => {
      const entries = await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true });
      return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
    },
  };
}

/** Returns all items of an async iterable. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
