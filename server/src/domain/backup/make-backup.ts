import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openFileStore } from '../../platform/blobs/file-store.ts';
import { syncFolder } from '../../platform/blobs/file-system.ts';
import type { BlobStore } from '../../platform/blobs/store.ts';
import type { Snapshot } from '../../platform/db/snapshot.ts';
import type { Uuid } from '../../platform/ids/ids.ts';
import { BackupError } from './backup-error.ts';
import { copyObject, hashObject, sizeOf } from './copy-object.ts';
import { forgetOldBackups } from './forget-backups.ts';
import {
  keysFolder,
  listBackups,
  type Manifest,
  manifestName,
  nameOf,
  objectList,
  objectsFolder,
  partSuffix,
  readManifest,
} from './manifest.ts';
import { type ListedObject, lineOf, readObjectList, SortedLookup } from './object-list.ts';
import { writePart } from './parts.ts';

export interface Backing {
  snapshot: Snapshot;
  /** The portal's stored files. */
  store: BlobStore;
  newId: () => Uuid;
  folder: string;
}

export interface BackupMade {
  manifest: Manifest;
  /** What was copied now; the rest was there from an earlier backup. */
  copied: { count: number; bytes: number };
  /** Originals that the rows know and the store does not have. */
  missing: string[];
  forgotten: string[];
}

/**
 * Writes one backup: rows of one moment, then the files that they name and the folder does not have yet. Rows come first,
 * since a file is stored before its row. Whole when its folder has its name; a run that is cut off leaves a `.part`, which
 * the next one clears away, and files that the next one uses. Fails with `BackupError` where the operator chose wrongly.
 */
export async function makeBackup(backing: Backing): Promise<BackupMade> {
  const { snapshot, folder, newId } = backing;
  const facts = await describe(backing);
  const kept = await openFileStore({ folder: join(folder, objectsFolder), newId });
  await mkdir(join(folder, keysFolder), { recursive: true, mode: 0o700 });
  await clearLeftovers(folder);
  const id = nameOf(snapshot.takenAt);
  const part = join(folder, id + partSuffix);
  const keys = join(folder, keysFolder, id + partSuffix);
  for (const path of [join(part, 'rows'), keys]) await mkdir(path, { recursive: true, mode: 0o700 });
  const tables = await writeTables(snapshot, part, keys);
  const objects = await writeObjects(backing, kept, part);
  const manifest: Manifest = { format: 1, id, ...facts, counters: snapshot.counters, tables, objects: objects.facts };
  await writeDurably(join(part, manifestName), `${JSON.stringify(manifest, null, 1)}\n`);
  // the keys first: a backup that has its name has them too
  await settle(keys, join(folder, keysFolder, id), join(folder, keysFolder));
  await syncFolder(join(part, 'rows'));
  await settle(part, join(folder, id), folder);
  const forgotten = await forgetOldBackups(folder, kept, snapshot.takenAt);
  return { manifest, copied: objects.copied, missing: objects.missing, forgotten };
}

type Facts = Pick<Manifest, 'takenAt' | 'postgres' | 'migrations' | 'installation' | 'keyFingerprint'>;

/** What the manifest says of the portal. A folder serves one portal: objects are shared by its backups. */
async function describe({ snapshot, folder }: Backing): Promise<Facts> {
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

/** What a run that was cut off left: parts, and keys whose backup did not come about. */
async function clearLeftovers(folder: string): Promise<void> {
  const whole = await listBackups(folder);
  const gone = (await readdir(folder)).filter((name) => name.endsWith(partSuffix));
  const keys = (await readdir(join(folder, keysFolder))).filter((name) => !whole.includes(name));
  for (const path of [...gone, ...keys.map((name) => join(keysFolder, name))])
    await rm(join(folder, path), { recursive: true, force: true });
}

async function writeTables(snapshot: Snapshot, part: string, keys: string): Promise<Manifest['tables']> {
  const written: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    const { stream, rows } = snapshot.rowsOf(table);
    const areKeys = table.name.startsWith(`${keysFolder}.`);
    const file = `${table.name}.copy.gz`;
    const facts = await writePart(areKeys ? join(keys, file) : join(part, 'rows', file), stream);
    written.push({ name: table.name, columns: table.columns, rows: rows(), file, ...facts });
  }
  return written;
}

interface ObjectsWritten {
  facts: Manifest['objects'];
  copied: { count: number; bytes: number };
  missing: string[];
}

async function writeObjects(
  { snapshot, store, folder }: Backing,
  kept: BlobStore,
  part: string,
): Promise<ObjectsWritten> {
  const written: ObjectsWritten = {
    facts: { count: 0, originals: 0, storedBytes: 0, bytes: 0, sha256: '' },
    copied: { count: 0, bytes: 0 },
    missing: [],
  };
  const last = (await listBackups(folder)).at(-1);
  const known = new SortedLookup(last === undefined ? none() : readObjectList(join(folder, last, objectList)));
  async function* lines() {
    for await (const { id, isOriginal } of snapshot.objects()) {
      const object = (await keptAlready(kept, known, id)) ?? (await copyNow(id));
      if (object === null) {
        // made of an original, and taken away since: the restored portal makes it again
        if (isOriginal) written.missing.push(id);
        continue;
      }
      written.facts.count += 1;
      written.facts.originals += isOriginal ? 1 : 0;
      written.facts.storedBytes += object.bytes;
      yield lineOf(object);
    }
  }
  const copyNow = async (id: string) => {
    const object = await copyObject(store, kept, id);
    written.copied.count += object === null ? 0 : 1;
    written.copied.bytes += object?.bytes ?? 0;
    return object;
  };
  Object.assign(written.facts, await writePart(join(part, objectList), Readable.from(lines())));
  await known.close();
  return written;
}

/**
 * The copy of a stored file that the backup's folder has already; null where it must be copied. Files are written once and never
 * changed, so a copy of the size that the last backup names is that file, and one of another size is torn. One that no
 * backup names, since the last run was cut off, is read for its hash.
 */
async function keptAlready(kept: BlobStore, known: SortedLookup, id: Uuid): Promise<ListedObject | null> {
  const listed = await known.find(id);
  const bytes = await sizeOf(kept, id);
  if (bytes === null || (listed !== null && listed.bytes !== bytes)) return null;
  return listed ?? (await hashObject(kept, id));
}

async function* none(): AsyncGenerator<ListedObject> {}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function settle(part: string, whole: string, folder: string): Promise<void> {
  await syncFolder(part);
  await rename(part, whole);
  await syncFolder(folder);
}
