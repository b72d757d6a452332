import { join } from 'node:path';
import { BlobError } from '../../platform/blobs/blob-error.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openFileStore } from '../../platform/blobs/files/file-store.ts';
import type { RestoreTransaction } from '../../platform/db/backup/restore-transaction.ts';
import type { Uuid } from '../../platform/ids/ids.ts';
import { BackupError } from './backup-error.ts';
import { copyObject, findObjectSize } from './copy-object.ts';
import { expireRestoredRows } from './expire-restored-rows.ts';
import { getTablePath, type Manifest, objectListName, objectsFolder } from './manifest.ts';
import { type ListedObject, readObjectList } from './object-list.ts';
import type { OpenBackup } from './open-backup.ts';
import { readPart } from './parts.ts';
import { type MissingObjects, resetDerivedObjects } from './reset-derived-objects.ts';

/** The installation fact that names the backup a database was restored from. */
export const restoredFromKey = 'restored-from';

/**
 * Checks the backup's schema against this program's migrations and those of the empty database. Throws `BackupError`.
 */
export function checkVersion(
  { id, migrations }: Manifest,
  knownMigrations: readonly string[],
  applied: readonly string[],
): void {
  const last = migrations.at(-1) ?? '';
  const unknown = migrations.filter((name) => !knownMigrations.includes(name)).at(-1);
  if (unknown !== undefined)
    throw new BackupError(
      `The backup ${id} was made by a later version of MedCloud (its schema has ${unknown}). Restore it with that version or a newer one.`,
    );
  const expectedMigrations = knownMigrations.filter((name) => name <= last);
  if (expectedMigrations.some((name) => !migrations.includes(name)))
    throw new BackupError(
      `The backup ${id} was made by a version of MedCloud that was never released. Restore it with that version.`,
    );
  if (applied.some((name) => name > last))
    throw new BackupError(
      `The database is empty, but its tables are those of a later version than the backup's. Give the restore a new database, or a new DATA_DIR.`,
    );
}

/**
 * Copies the backup's files to the store. A repeated run continues an interrupted one: complete files stay. Throws
 * `BackupError` if the store belongs to another installation or a file of the backup is damaged.
 */
export async function restoreObjects(
  { folder, manifest, newId }: Pick<OpenBackup, 'folder' | 'manifest'> & { newId: () => Uuid },
  store: BlobStore,
): Promise<{ count: number; bytes: number }> {
  const backupStore = await openFileStore({ folder: join(folder, objectsFolder), newId });
  const label = await store.readLabel();
  if (label !== undefined && label !== manifest.installation)
    throw new BackupError(
      'The folder of stored files belongs to another portal. Set STORAGE_URL or DATA_DIR to an empty one.',
    );
  const copied = { count: 0, bytes: 0 };
  for await (const object of readObjects(folder, manifest)) {
    if ((await findObjectSize(store, object.id)) === object.bytes) continue;
    const copy = await copyFromBackup(backupStore, store, object.id);
    if (copy === null || copy.sha256 !== object.sha256) {
      await store.remove(object.id);
      throw new BackupError(
        `The file ${object.id} of the backup is ${copy === null ? 'missing' : 'damaged'}. Nothing of the database was changed. Choose another backup with --backup.`,
      );
    }
    copied.count += 1;
    copied.bytes += object.bytes;
  }
  await store.writeLabel(manifest.installation);
  return copied;
}

function readObjects(folder: string, { id, objects }: Manifest): AsyncIterable<ListedObject> {
  return readObjectList(join(folder, id, objectListName), objects);
}

/** Copies one object from the backup. Throws `BackupError` if the disk is full. */
async function copyFromBackup(backupStore: BlobStore, store: BlobStore, id: Uuid) {
  return await copyObject(backupStore, store, id).catch((error: unknown) => {
    if (error instanceof BlobError && error.code === 'no_space')
      throw new BackupError(
        'The disk of the stored files is full. Free some space and run the restore again. It continues where it stopped.',
        { cause: error },
      );
    throw error;
  });
}

export interface RestoredRows {
  rows: number;
  expired: Awaited<ReturnType<typeof expireRestoredRows>>;
  missing: MissingObjects;
}

/**
 * Loads all rows in one transaction, checks their counts, expires what must not be active again, stores `facts` of the
 * installation, and records an audit event.
 */
export async function restoreRows(
  { folder, manifest, isSigned, identities }: OpenBackup,
  loading: RestoreTransaction,
  facts: Readonly<Record<string, string>> = {},
): Promise<RestoredRows> {
  let rows = 0;
  for (const shape of loading.tables) {
    const { name } = shape;
    const table = manifest.tables.find((one) => one.name === name);
    if (!table) continue; // counters of the running application, which no backup has
    const path = getTablePath(folder, manifest, table);
    const keys = manifest.recipients.length > 0 ? identities : [];
    const rowCount = await loading.load(shape, table.columns, readPart({ path, facts: table, identities: keys }));
    if (rowCount !== table.rows)
      throw new BackupError(`${name} has ${rowCount} rows and should have ${table.rows}. Nothing was changed.`);
    rows += rowCount;
  }
  await loading.setCounters(manifest.counters);
  const missing = await resetDerivedObjects(loading, readObjects(folder, manifest));
  const expired = await expireRestoredRows(loading);
  for (const [name, value] of Object.entries({ [restoredFromKey]: manifest.id, ...facts }))
    await loading.run(
      'INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [name, value],
    );
  await loading.run(
    `INSERT INTO audit_events (event, outcome, actor_kind, details) VALUES ('backup_restored', 'success', 'system', $1)`,
    [
      JSON.stringify({
        ...{ backup: manifest.id, rows, sessions: expired.sessions, tokens: expired.tokens },
        ...(isSigned ? {} : { unsigned: true }),
      }),
    ],
  );
  // Triggers are off while rows load, including the one that lists unchained audit events.
  if (loading.tables.some(({ name }) => name === 'public.audit_unsealed'))
    await loading.run(
      'INSERT INTO audit_unsealed (event_id, at) SELECT id, at FROM audit_events ORDER BY id DESC LIMIT 1',
    );
  await loading.finish();
  return { rows, expired, missing };
}
