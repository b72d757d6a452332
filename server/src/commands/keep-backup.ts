import { join, relative, resolve } from 'node:path';
import { type HouseParts, openStores } from '../app/house.ts';
import { record } from '../domain/audit/record.ts';
import { systemScope } from '../domain/authorization/may.ts';
import { BackupError } from '../domain/backup/backup-error.ts';
import { type BackupMade, makeBackup } from '../domain/backup/make-backup.ts';
import { listBackups, type Manifest, readManifest } from '../domain/backup/manifest.ts';
import {
  checkBackup,
  checkVersion,
  type RowsRestored,
  restoredFact,
  restoreObjects,
  restoreRows,
} from '../domain/backup/restore-backup.ts';
import { type Verified, verifyOriginals } from '../domain/imaging/verify-originals.ts';
import { masterKeyPath, readMasterKey } from '../domain/keys/portal-keys.ts';
import { noteEvent } from '../domain/system-log/note-event.ts';
import { resumeTrail } from '../domain/trail/resume-trail.ts';
import { openFileStore } from '../platform/blobs/file-store.ts';
import type { Config } from '../platform/config/config.ts';
import { fingerprint } from '../platform/crypto/sealing.ts';
import { openDatabase } from '../platform/db/database.ts';
import { visitEmbedded } from '../platform/db/embedded/index.ts';
import { holdFolder } from '../platform/db/embedded/start-lock.ts';
import { appliedMigrations, isEmpty, openLoading, readInstallation } from '../platform/db/loading.ts';
import { knownMigrations, migrate } from '../platform/db/migrate.ts';
import { openSnapshot } from '../platform/db/snapshot.ts';
import { newId } from '../platform/ids/ids.ts';
import { systemRandom } from '../platform/ids/random.ts';
import { systemClock } from '../platform/time/clock.ts';

/*
 * The composition of `npm run backup` and `npm run restore`: which database, which files, which key.
 */

type Connection = NonNullable<HouseParts['connection']>;
/** A test's own database, instead of the configuration's. */
export type Given = Partial<Pick<HouseParts, 'connection' | 'testDatabase' | 'logger'>>;

const kit = { clock: systemClock, random: systemRandom };
const newObjectId = () => newId(kit.clock, kit.random);

/** Backs the portal up into a folder, beside a running one or alone. */
export async function backUp(config: Config, given: Given, into: string): Promise<BackupMade> {
  const folder = resolve(into);
  refuseInside(folder, config.dataDir);
  const { connection, leave } = await visitDatabase(config, given);
  try {
    const store = await openFileStore({ folder: config.objectsFolder, newId: newObjectId });
    const snapshot = await openSnapshot(connection);
    const made = await alone(folder, () =>
      makeBackup({ snapshot, store, newId: newObjectId, folder }).finally(() => snapshot.close()),
    );
    await noteBackup(connection, made);
    return made;
  } finally {
    await leave();
  }
}

/** A copy beside the original is lost with it, and a backup in the store would be swept. */
function refuseInside(folder: string, dataDir: string): void {
  if (relative(dataDir, folder).startsWith('..')) return;
  throw new BackupError(
    `${folder} lies in the portal's own data folder. Name a folder elsewhere, best on another disk.`,
  );
}

/** One backup at a time into a folder. */
async function alone<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await openFileStore({ folder, newId: newObjectId }); // makes it, for the owner only
  const letGo = await holdFolder(join(folder, 'backup.lock'), systemClock).catch((cause: unknown) => {
    throw new BackupError(`Another backup or restore works in ${folder}. Wait for it to end.`, { cause });
  });
  try {
    return await work();
  } finally {
    letGo();
  }
}

async function noteBackup(connection: Connection, { manifest, copied, missing }: BackupMade): Promise<void> {
  const db = openDatabase({ connection, applicationName: 'medcloud backup', onConnectionLost: () => undefined });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const counted = { rows, files: manifest.objects.count, copied: copied.count, copiedBytes: copied.bytes };
  try {
    await db.within(systemScope('log'), async (tx) => {
      const details = { backup: manifest.id, rows, files: manifest.objects.count, missing: missing.length };
      await record(tx, { event: 'backup_made', actor: { kind: 'system' }, details });
      await noteEvent(kit, tx, 'backup-made', counted);
      if (missing.length > 0) await noteEvent(kit, tx, 'backup-incomplete', { missing: missing.length });
    });
  } finally {
    await db.close();
  }
}

export interface Restored extends RowsRestored {
  manifest: Manifest;
  copied: { count: number; bytes: number };
  verified: Verified;
}

/** Restores a backup, the newest unless one is named, into an empty database and store; then reads every file again. */
export async function restore(
  config: Config,
  given: Given,
  { from, backup, say }: { from: string; backup?: string | undefined; say: (line: string) => void },
): Promise<Restored> {
  const folder = resolve(from);
  const manifest = await chooseBackup(folder, backup);
  await checkMasterKey(config, manifest);
  const { copied, ...rows } = await alone(folder, async () => {
    say(`Reading the backup ${manifest.id}`);
    await checkBackup(folder, manifest);
    const { connection, leave } = await visitDatabase(config, given);
    try {
      return await fill(config, connection, folder, manifest, say);
    } finally {
      await leave();
    }
  });
  say('Reading every uploaded file again');
  const verified = await finishRestore(config, given, manifest, rows);
  return { manifest, copied, ...rows, verified };
}

async function chooseBackup(folder: string, wanted: string | undefined): Promise<Manifest> {
  const all = await listBackups(folder);
  const name = wanted ?? all.at(-1);
  if (name === undefined)
    throw new BackupError(`${folder} holds no whole backup. Name the folder that "npm run backup" was given.`);
  if (!all.includes(name))
    throw new BackupError(`${folder} holds no backup ${name}. It holds: ${all.join(', ') || 'none'}.`);
  return await readManifest(folder, name);
}

/** The one thing that no backup holds. A wrong key is found here, before anything is written. */
async function checkMasterKey(config: Config, { keyFingerprint }: Manifest): Promise<void> {
  const path = masterKeyPath(config.keysFolder);
  const key = config.encryptionKey ?? (await readMasterKey(path).catch(() => null));
  if (key !== null && fingerprint(key) === keyFingerprint) return;
  throw new BackupError(
    `${key === null ? 'There is no encryption key' : 'The encryption key is another one'}: the backup opens with the key of fingerprint ${keyFingerprint}. ` +
      `Set ENCRYPTION_KEY to it, or put its file at ${path} (0600). No backup holds it.`,
  );
}

async function fill(
  config: Config,
  connection: Connection,
  folder: string,
  manifest: Manifest,
  say: (line: string) => void,
): Promise<RowsRestored & Pick<Restored, 'copied'>> {
  await refuseFull(connection, manifest);
  checkVersion(manifest, knownMigrations, await appliedMigrations(connection));
  const store = await openFileStore({ folder: config.objectsFolder, newId: newObjectId });
  say(`Copying ${manifest.objects.count} files`);
  const copied = await restoreObjects({ folder, manifest, newId: newObjectId }, store);
  say('Loading the rows');
  await migrate(connection, manifest.migrations.at(-1));
  const loading = await openLoading(connection);
  try {
    return { copied, ...(await restoreRows(folder, manifest, loading)) };
  } finally {
    await loading.close();
  }
}

async function refuseFull(connection: Connection, { id }: Manifest): Promise<void> {
  if (await isEmpty(connection)) return;
  const from = (await readInstallation(connection)).get(restoredFact);
  throw new BackupError(
    from === id
      ? `This database holds the backup ${id} already: it was restored to its end. "npm run verify" reads every file again; "npm start" starts the portal.`
      : 'The database is not empty. A restore wants a new DATA_DIR, or an empty database of its own in DATABASE_URL; nothing was changed.',
  );
}

/** Opens the records as a start does, which brings an older backup's schema up to date, and holds every original against its hash. */
async function finishRestore(config: Config, given: Given, manifest: Manifest, rows: RowsRestored): Promise<Verified> {
  const { portal, close } = await openStores(config, given);
  try {
    const params = { backup: manifest.id, rows: rows.rows, ended: rows.ended.sessions + rows.ended.tokens };
    await portal.db.within(systemScope('log'), (tx) => noteEvent(portal, tx, 'backup-restored', params));
    await resumeTrail(portal);
    return await verifyOriginals(portal, () => undefined, new AbortController().signal);
  } finally {
    await close();
  }
}

/** The configuration's database: an external one, or the embedded one of a running portal, or the embedded one started for this. */
async function visitDatabase(
  config: Config,
  given: Given,
): Promise<{ connection: Connection; leave(): Promise<void> }> {
  if (given.connection) return { connection: given.connection, leave: async () => undefined };
  if (config.databaseUrl !== null)
    return { connection: { connectionString: config.databaseUrl }, leave: async () => undefined };
  return await visitEmbedded(join(config.dataDir, 'postgres'), () => undefined);
}
