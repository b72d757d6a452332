import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openFileStore } from '../../platform/blobs/files/file-store.ts';
import { syncFolder } from '../../platform/blobs/files/file-system.ts';
import type { KeySource } from '../../platform/config/key-source.ts';
import type { AgeRecipient } from '../../platform/crypto/age/age-keys.ts';
import type { Snapshot } from '../../platform/db/backup/snapshot.ts';
import type { Uuid } from '../../platform/ids/ids.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { BackupError } from './backup-error.ts';
import { type BackupKeys, readBackupKeys } from './backup-keys.ts';
import { deleteOldBackups } from './delete-old-backups.ts';
import {
  formatBackupName,
  keysFolder,
  listBackups,
  type Manifest,
  objectsFolder,
  partSuffix,
  rowsFolder,
} from './manifest.ts';
import { writePart } from './parts.ts';
import { readManifest, writeManifest } from './signed-manifest.ts';
import { writeObjects } from './write-objects.ts';

export interface BackupSource {
  snapshot: Snapshot;
  /** The application's stored objects. */
  store: BlobStore;
  newId: () => Uuid;
  folder: string;
  keySource: KeySource;
  clock: Clock;
  /** To whom rows and keys are encrypted. Empty: to a key derived from the master key. */
  recipients: readonly AgeRecipient[];
}

export interface BackupResult {
  manifest: Manifest;
  keys: BackupKeys;
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
  const keys = await readBackupKeys(source.keySource, facts, source.clock);
  const recipients = source.recipients.length > 0 ? source.recipients : [keys.identity.recipient];
  const backupStore = await openFileStore({ folder: join(folder, objectsFolder), newId });
  await mkdir(join(folder, keysFolder), { recursive: true, mode: 0o700 });
  await deleteLeftovers(folder);
  const id = formatBackupName(snapshot.takenAt);
  const part = join(folder, id + partSuffix);
  const keyPart = join(folder, keysFolder, id + partSuffix);
  for (const path of [join(part, rowsFolder), keyPart]) await mkdir(path, { recursive: true, mode: 0o700 });
  const tables = await writeTables({ snapshot, recipients }, part, keyPart);
  const objects = await writeObjects({ ...source, keys }, backupStore, part);
  const manifest: Manifest = {
    ...{ format: 2, id, ...facts, recipients: recipients.map(({ text }) => text) },
    ...{ counters: snapshot.counters, tables, objects: objects.facts },
  };
  await writeManifest(part, manifest, keys);
  // Keys first, so a backup with its final name always has them.
  await commitFolder(keyPart, join(folder, keysFolder, id), join(folder, keysFolder));
  await syncFolder(join(part, rowsFolder));
  await commitFolder(part, join(folder, id), folder);
  const deleted = await deleteOldBackups(folder, backupStore, snapshot.takenAt);
  return { manifest, keys, copied: objects.copied, missing: objects.missing, deleted };
}

type SourceFacts = Pick<
  Manifest,
  'takenAt' | 'postgres' | 'migrations' | 'installation' | 'keyFingerprint' | 'serviceWrappedKey'
>;

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
  if (last !== undefined && (await readManifest(folder, last)).manifest.installation !== installation)
    throw new BackupError(`${folder} holds the backups of another portal. Name a folder of this portal's own.`);
  const { postgres, migrations } = snapshot;
  const { serviceWrappedKey } = snapshot;
  return {
    ...{ takenAt: snapshot.takenAt.toISOString(), postgres, migrations, installation, keyFingerprint },
    ...(serviceWrappedKey === null ? {} : { serviceWrappedKey }),
  };
}

/** Deletes leftovers of an interrupted run: `.part` folders, and keys without their backup. */
async function deleteLeftovers(folder: string): Promise<void> {
  const complete = await listBackups(folder);
  const leftovers = (await readdir(folder)).filter((name) => name.endsWith(partSuffix));
  const keys = (await readdir(join(folder, keysFolder))).filter((name) => !complete.includes(name));
  for (const path of [...leftovers, ...keys.map((name) => join(keysFolder, name))])
    await rm(join(folder, path), { recursive: true, force: true });
}

async function writeTables(
  { snapshot, recipients }: Pick<BackupSource, 'snapshot' | 'recipients'>,
  part: string,
  keyPart: string,
): Promise<Manifest['tables']> {
  const result: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    const { stream, rowCount } = snapshot.rowsOf(table);
    const isKeyTable = table.name.startsWith(`${keysFolder}.`);
    const file = `${table.name}.copy.gz.age`;
    const facts = await writePart(isKeyTable ? join(keyPart, file) : join(part, rowsFolder, file), stream, recipients);
    result.push({ name: table.name, columns: table.columns, rows: rowCount(), file, ...facts });
  }
  return result;
}

async function commitFolder(part: string, target: string, folder: string): Promise<void> {
  await syncFolder(part);
  await rename(part, target);
  await syncFolder(folder);
}
