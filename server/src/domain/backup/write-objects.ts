import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Snapshot } from '../../platform/db/backup/snapshot.ts';
import type { Uuid } from '../../platform/ids/ids.ts';
import { BackupError } from './backup-error.ts';
import type { BackupKeys } from './backup-keys.ts';
import { copyObject, findObjectSize, hashObject } from './copy-object.ts';
import { listBackups, type Manifest, objectListName } from './manifest.ts';
import { formatLine, type ListedObject, readObjectList, SortedLookup } from './object-list.ts';
import { checkPart, writePart } from './parts.ts';
import { checkSignature, readManifest } from './signed-manifest.ts';

export interface ObjectsSource {
  snapshot: Pick<Snapshot, 'listObjects'>;
  /** The application's stored objects. */
  store: BlobStore;
  folder: string;
  keys: BackupKeys;
}

interface ObjectsResult {
  facts: Manifest['objects'];
  copied: { count: number; bytes: number };
  missing: string[];
}

/** Copies the files that the rows name and the folder lacks, and writes their list. */
export async function writeObjects(
  { snapshot, store, folder, keys }: ObjectsSource,
  backupStore: BlobStore,
  part: string,
): Promise<ObjectsResult> {
  const result: ObjectsResult = {
    facts: { count: 0, originals: 0, storedBytes: 0, bytes: 0, sha256: '' },
    copied: { count: 0, bytes: 0 },
    missing: [],
  };
  const knownObjects = new SortedLookup(await openLastList(folder, keys));
  async function* lines() {
    for await (const { id, isOriginal } of snapshot.listObjects()) {
      const object = (await findExistingCopy({ store, backupStore, knownObjects }, id)) ?? (await copyMissing(id));
      if (object === null) {
        // A derived object deleted since: the restored application creates it again.
        if (isOriginal) result.missing.push(id);
        continue;
      }
      result.facts.count += 1;
      result.facts.originals += isOriginal ? 1 : 0;
      result.facts.storedBytes += object.bytes;
      yield formatLine(object);
    }
  }
  const copyMissing = async (id: string) => {
    const object = await copyObject(store, backupStore, id);
    result.copied.count += object === null ? 0 : 1;
    result.copied.bytes += object?.bytes ?? 0;
    return object;
  };
  Object.assign(result.facts, await writePart(join(part, objectListName), Readable.from(lines()), []));
  await knownObjects.close();
  return result;
}

/**
 * Opens the list of the last backup. Returns an empty one if that backup is not signed or its list is changed: a hash of
 * a file of another origin must not get our signature.
 */
async function openLastList(folder: string, keys: BackupKeys): Promise<AsyncIterable<ListedObject>> {
  const last = (await listBackups(folder)).at(-1);
  if (last === undefined) return emptyList();
  const path = join(folder, last, objectListName);
  try {
    const stored = await readManifest(folder, last);
    if (!checkSignature(stored, keys)) return emptyList();
    await checkPart(path, stored.manifest.objects);
    return readObjectList(path, stored.manifest.objects);
  } catch (error) {
    if (error instanceof BackupError) return emptyList();
    throw error;
  }
}

async function* emptyList(): AsyncGenerator<ListedObject> {}

interface ExistingCopies {
  store: BlobStore;
  backupStore: BlobStore;
  knownObjects: SortedLookup;
}

/**
 * Finds the backup folder's existing copy of a stored file; null if it must be copied. Files never change, so a copy
 * with the size in the last backup is that file, and another size means a partial copy. A copy that no signed backup
 * lists, such as that of an interrupted run, is compared with the stored file.
 */
async function findExistingCopy(
  { store, backupStore, knownObjects }: ExistingCopies,
  id: Uuid,
): Promise<ListedObject | null> {
  const listed = await knownObjects.find(id);
  const bytes = await findObjectSize(backupStore, id);
  if (bytes === null || (listed !== null && listed.bytes !== bytes)) return null;
  if (listed !== null) return listed;
  const copy = await hashObject(backupStore, id);
  const stored = await hashObject(store, id);
  return stored === null || stored.sha256 === copy?.sha256 ? copy : null;
}
