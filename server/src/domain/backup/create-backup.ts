import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openFileStore } from '../../platform/blobs/files/file-store.ts';
import { syncFolder } from '../../platform/blobs/files/file-system.ts';
import type { Snapshot } from '../../platform/db/backup/snapshot.ts';
import type { Uuid } from '../../platform/ids/ids.ts';
import { BackupError } from './backup-error.ts';
import { copyObject, findObjectSize, hashObject } from './copy-object.ts';
import { deleteOldBackups } from './delete-old-backups.ts';
import {
  formatBackupName,
  keysFolder,
  listBackups,
  type Manifest,
  manifestName,
  objectListName,
  objectsFolder,
  partSuffix,
  readManifest,
} from './manifest.ts';
import { formatLine, type ListedObject, readObjectList, SortedLookup } from './object-list.ts';
import { writePart } from './parts.ts';

export interface BackupSource {
  snapshot: Snapshot;
  /** The application's stored objects. */
  store: BlobStore;
  newId: () => Uuid;
  folder: string;
}

export interface BackupResult {
  manifest: Manifest;
  /** Copied by this run; the rest was there from an earlier backup. */
  copied: { count: number; bytes: number };
  /** Originals that the rows name but the store does not have. */
  missing: string[];
  deleted: string[];
}

/**
 * Creates one backup: a snapshot of the rows, then the files that they name and the folder lacks. Rows come first,
 * since a file is stored before its row. A complete backup's folder has its final name. An interrupted run leaves a
 * `.part` folder, which the next run deletes, and files that the next run uses. Throws `BackupError` if the operator
 * chose a wrong folder.
 */
export async function createBackup(source: BackupSource): Promise<BackupResult> {
  const { snapshot, folder, newId } = source;
  const facts = await describeSource(source);
  const backupStore = await openFileStore({ folder: join(folder, objectsFolder), newId });
  await mkdir(join(folder, keysFolder), { recursive: true, mode: 0o700 });
  await deleteLeftovers(folder);
  const id = formatBackupName(snapshot.takenAt);
  const part = join(folder, id + partSuffix);
  const keys = join(folder, keysFolder, id + partSuffix);
  for (const path of [join(part, 'rows'), keys]) await mkdir(path, { recursive: true, mode: 0o700 });
  const tables = await writeTables(snapshot, part, keys);
  const objects = await writeObjects(source, backupStore, part);
  const manifest: Manifest = { format: 1, id, ...facts, counters: snapshot.counters, tables, objects: objects.facts };
  await writeSynced(join(part, manifestName), `${JSON.stringify(manifest, null, 1)}\n`);
  // Keys first, so a backup with its final name always has them.
  await commitFolder(keys, join(folder, keysFolder, id), join(folder, keysFolder));
  await syncFolder(join(part, 'rows'));
  await commitFolder(part, join(folder, id), folder);
  const deleted = await deleteOldBackups(folder, backupStore, snapshot.takenAt);
  return { manifest, copied: objects.copied, missing: objects.missing, deleted };
}

type SourceFacts = Pick<Manifest, 'takenAt' | 'postgres' | 'migrations' | 'installation' | 'keyFingerprint'>;

/**
 * Returns the manifest's facts about the installation. A folder serves one installation, since its backups share
 * objects.
 */
async function describeSource({ snapshot, folder }: BackupSource): Promise<SourceFacts> {
  const installation = snapshot.installation.get('storage');
  const keyFingerprint = snapshot.installation.get('master-key-fingerprint');
  if (installation === undefined || keyFingerprint === undefined)
    throw new BackupError('The database holds no portal yet. Start the portal once, then back it up.');
  const last = (await listBackups(folder)).at(-1);
  if (last !== undefined && (await readManifest(folder, last)).installation !== installation)
    throw new BackupError(`${folder} holds the backups of another portal. Name a folder of this portal's own.`);
  const { postgres, migrations } = snapshot;
  return { takenAt: snapshot.takenAt.toISOString(), postgres, migrations, installation, keyFingerprint };
}

/** Deletes leftovers of an interrupted run: `.part` folders, and keys without their backup. */
async function deleteLeftovers(folder: string): Promise<void> {
  const complete = await listBackups(folder);
  const leftovers = (await readdir(folder)).filter((name) => name.endsWith(partSuffix));
  const keys = (await readdir(join(folder, keysFolder))).filter((name) => !complete.includes(name));
  for (const path of [...leftovers, ...keys.map((name) => join(keysFolder, name))])
    await rm(join(folder, path), { recursive: true, force: true });
}

async function writeTables(snapshot: Snapshot, part: string, keys: string): Promise<Manifest['tables']> {
  const result: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    const { stream, rowCount } = snapshot.rowsOf(table);
    const isKeyTable = table.name.startsWith(`${keysFolder}.`);
    const file = `${table.name}.copy.gz`;
    const facts = await writePart(isKeyTable ? join(keys, file) : join(part, 'rows', file), stream);
    result.push({ name: table.name, columns: table.columns, rows: rowCount(), file, ...facts });
  }
  return result;
}

interface ObjectsResult {
  facts: Manifest['objects'];
  copied: { count: number; bytes: number };
  missing: string[];
}

async function writeObjects(
  { snapshot, store, folder }: BackupSource,
  backupStore: BlobStore,
  part: string,
): Promise<ObjectsResult> {
  const result: ObjectsResult = {
    facts: { count: 0, originals: 0, storedBytes: 0, bytes: 0, sha256: '' },
    copied: { count: 0, bytes: 0 },
    missing: [],
  };
  const last = (await listBackups(folder)).at(-1);
  const knownObjects = new SortedLookup(
    last === undefined ? emptyList() : readObjectList(join(folder, last, objectListName)),
  );
  async function* lines() {
    for await (const { id, isOriginal } of snapshot.listObjects()) {
      const object = (await findExistingCopy(backupStore, knownObjects, id)) ?? (await copyMissing(id));
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
  Object.assign(result.facts, await writePart(join(part, objectListName), Readable.from(lines())));
  await knownObjects.close();
  return result;
}

/**
 * Finds the backup folder's existing copy of a stored file; null if it must be copied. Files never change, so a copy
 * with the size in the last backup is that file, and another size means a partial copy. A copy that no backup lists,
 * left by an interrupted run, is read for its hash.
 */
async function findExistingCopy(
  backupStore: BlobStore,
  knownObjects: SortedLookup,
  id: Uuid,
): Promise<ListedObject | null> {
  const listed = await knownObjects.find(id);
  const bytes = await findObjectSize(backupStore, id);
  if (bytes === null || (listed !== null && listed.bytes !== bytes)) return null;
  return listed ?? (await hashObject(backupStore, id));
}

async function* emptyList(): AsyncGenerator<ListedObject> {}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function commitFolder(part: string, target: string, folder: string): Promise<void> {
  await syncFolder(part);
  await rename(part, target);
  await syncFolder(folder);
}
