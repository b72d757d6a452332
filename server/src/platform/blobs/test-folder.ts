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

/** A store on a folder of its own, gone with the test. */
export interface TestFolder {
  readonly folder: string;
  readonly store: BlobStore;
  readonly objects: EncryptedStore;
  /** Where an object's container lies. */
  pathOf(id: Uuid): string;
  /** The files of the store, as paths below `objects/`. */
  filesLeft(): Promise<string[]>;
}

export async function openTestFolder(files: FileSystem = systemFiles()): Promise<TestFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-blobs-'));
  let folderCount = 0;
  // Each in a folder of its own: a probe into one that stands already makes fewer calls.
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

/** Everything an iterable yields. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
