import { join, relative, resolve } from 'node:path';
import { openStores } from '../app/create-context.ts';
import { collectNewestAnchors } from '../domain/audit/anchors/verify-with-anchors.ts';
import { resumeChain } from '../domain/audit/chain/resume-chain.ts';
import { record } from '../domain/audit/record/record.ts';
import { systemScope } from '../domain/authorization/authorize.ts';
import { BackupError } from '../domain/backup/backup-error.ts';
import { readBackupKeys, readIdentities } from '../domain/backup/backup-keys.ts';
import { type BackupResult, createBackup } from '../domain/backup/create-backup.ts';
import { listBackups, type Manifest } from '../domain/backup/manifest.ts';
import { checkBackup, type OpenBackup, openBackup } from '../domain/backup/open-backup.ts';
import {
  checkVersion,
  type RestoredRows,
  restoredFromKey,
  restoreObjects,
  restoreRows,
} from '../domain/backup/restore-backup.ts';
import { readManifest, type StoredManifest } from '../domain/backup/signed-manifest.ts';
import { listErasures } from '../domain/erasure/erase-patient.ts';
import { addToErasureList, readErasureList } from '../domain/erasure/erasure-list.ts';
import { erasuresToRepeat } from '../domain/erasure/repeat-erasures.ts';
import { type VerificationResult, verifyOriginals } from '../domain/imaging/verify-originals.ts';
import { loadKeys } from '../domain/keys/app-keys.ts';
import { logEvent } from '../domain/system-log/log-event.ts';
import { openFileStore } from '../platform/blobs/files/file-store.ts';
import type { Config } from '../platform/config/config.ts';
import {
  isEmpty,
  listAppliedMigrations,
  openRestoreTransaction,
  readInstallation,
} from '../platform/db/backup/restore-transaction.ts';
import { openSnapshot } from '../platform/db/backup/snapshot.ts';
import { openDatabase } from '../platform/db/database.ts';
import { lockFolder } from '../platform/db/embedded/cluster/start-lock.ts';
import { knownMigrations } from '../platform/db/known-migrations.ts';
import type { DatabaseLogins } from '../platform/db/logins.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openScopeKey } from '../platform/db/scope-proof.ts';
import { newId } from '../platform/ids/ids.ts';
import { systemRandom } from '../platform/ids/random.ts';
import { systemClock } from '../platform/time/clock.ts';
import { connectDatabase, type TestOverrides } from './connect-database.ts';

/*
 * The composition of `npm run backup` and `npm run restore`: selects the database, the files and the key.
 */

/** Before this migration no patient could be erased. */
const firstErasures = '081-erased-patients';

const clockAndRandom = { clock: systemClock, random: systemRandom };
const newObjectId = () => newId(clockAndRandom.clock, clockAndRandom.random);

/** Backs up the portal into a folder, whether the portal runs or not. */
export async function runBackup(config: Config, overrides: TestOverrides, targetFolder: string): Promise<BackupResult> {
  const folder = resolve(targetFolder);
  checkOutsideDataDir(folder, config.dataDir);
  const { logins, close } = await connectDatabase(config, overrides);
  try {
    const store = await openFileStore({ folder: config.objectsFolder, newId: newObjectId });
    const snapshot = await openSnapshot(logins.backup);
    const { backupRecipients: recipients } = config;
    const backupResult = await withFolderLock(folder, async () => {
      const result = await createBackup({
        snapshot,
        store,
        newId: newObjectId,
        folder,
        keySource: config.keySource,
        clock: systemClock,
        recipients,
      }).finally(() => snapshot.close());
      await logBackup(config, logins, folder, result);
      return result;
    });
    return backupResult;
  } finally {
    await close();
  }
}

/**
 * Throws `BackupError` if the target lies in the data folder. A copy there is lost with the original, and the deletion
 * of orphan objects would remove a backup inside the store.
 */
function checkOutsideDataDir(folder: string, dataDir: string): void {
  if (relative(dataDir, folder).startsWith('..')) return;
  throw new BackupError(
    `${folder} lies in the portal's own data folder. Name a folder elsewhere, best on another disk.`,
  );
}

/** Runs `work` while holding the folder's lock, so only one backup, restore or erasure uses a folder at a time. */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await openFileStore({ folder, newId: newObjectId }); // creates the folder, for the owner only
  const unlock = await lockFolder(join(folder, 'backup.lock'), systemClock).catch((cause: unknown) => {
    throw new BackupError(`Another backup or restore works in ${folder}. Wait for it to end.`, { cause });
  });
  try {
    return await work();
  } finally {
    unlock();
  }
}

/** Records the backup, and brings the folder's list of erased patients up to date. */
async function logBackup(
  config: Config,
  logins: DatabaseLogins,
  folder: string,
  { manifest, copied, missing }: BackupResult,
): Promise<void> {
  const db = openDatabase({
    connection: logins.app,
    scopeKey: await openScopeKey(logins.owner, systemRandom),
    applicationName: 'medcloud backup',
    onConnectionLost: () => undefined,
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const params = { rows, files: manifest.objects.count, copied: copied.count, copiedBytes: copied.bytes };
  try {
    await db.within(systemScope('start'), async (tx) => {
      const details = { backup: manifest.id, rows, files: manifest.objects.count, missing: missing.length };
      await record(tx, { event: 'backup_made', actor: { kind: 'system' }, details });
      await logEvent(clockAndRandom, tx, 'backup-made', params);
      if (missing.length > 0) await logEvent(clockAndRandom, tx, 'backup-incomplete', { missing: missing.length });
    });
    if (!manifest.migrations.includes(firstErasures)) return;
    const keys = await loadKeys(db, clockAndRandom, config.keySource);
    await addToErasureList(folder, await listErasures({ db }), keys, manifest.installation);
  } finally {
    await db.close();
  }
}

export interface RestoreResult extends RestoredRows {
  manifest: Manifest;
  copied: { count: number; bytes: number };
  verified: VerificationResult;
}

export interface RestoreOptions {
  from: string;
  /** Name of a backup; the newest if omitted. */
  backup?: string | undefined;
  /** File with private age keys, for a backup that is encrypted to others than the master key's. */
  identityFile?: string | undefined;
  /** Returns the name that the operator types to accept a backup without signature. */
  confirmUnsigned?: ((name: string) => Promise<string>) | null;
  writeLine: (line: string) => void;
}

/**
 * Restores a backup, by default the newest, into an empty database and store. Then reads every uploaded file again and
 * compares its hash.
 */
export async function runRestore(
  config: Config,
  overrides: TestOverrides,
  { from, backup, identityFile, confirmUnsigned = null, writeLine }: RestoreOptions,
): Promise<RestoreResult> {
  const folder = resolve(from);
  const stored = await chooseBackup(folder, backup);
  const { manifest } = stored;
  const keys = await readBackupKeys(config.keySource, manifest, systemClock);
  const identities = identityFile === undefined ? [] : await readIdentities(identityFile);
  const opened = await openBackup(folder, stored, { keys, identities, confirmUnsigned });
  const { copied, ...rows } = await withFolderLock(folder, async () => {
    writeLine(`Reading the backup ${manifest.id}`);
    await checkBackup(opened);
    const { logins, close } = await connectDatabase(config, overrides);
    try {
      return await loadBackup(config, logins.owner, opened, writeLine);
    } finally {
      await close();
    }
  });
  writeLine('Reading every uploaded file again');
  const verified = await finishRestore(config, overrides, opened, rows);
  return { manifest, copied, ...rows, verified };
}

async function chooseBackup(folder: string, requestedName: string | undefined): Promise<StoredManifest> {
  const names = await listBackups(folder);
  const name = requestedName ?? names.at(-1);
  if (name === undefined)
    throw new BackupError(`${folder} holds no whole backup. Name the folder that "npm run backup" was given.`);
  if (!names.includes(name))
    throw new BackupError(`${folder} holds no backup ${name}. It holds: ${names.join(', ') || 'none'}.`);
  return await readManifest(folder, name);
}

async function loadBackup(
  config: Config,
  owner: DatabaseLogins['owner'],
  backup: OpenBackup,
  writeLine: (line: string) => void,
): Promise<RestoredRows & Pick<RestoreResult, 'copied'>> {
  const { folder, manifest } = backup;
  await checkEmptyDatabase(owner, manifest);
  checkVersion(manifest, knownMigrations, await listAppliedMigrations(owner));
  const store = await openFileStore({ folder: config.objectsFolder, newId: newObjectId });
  writeLine(`Copying ${manifest.objects.count} files`);
  const copied = await restoreObjects({ folder, manifest, newId: newObjectId }, store);
  writeLine('Loading the rows');
  const upTo = manifest.migrations.at(-1);
  if (upTo === undefined) throw new BackupError('The backup names no step of the schema.');
  await migrate(owner, { upTo });
  const loading = await openRestoreTransaction(owner);
  try {
    const lines = (await readErasureList(folder)).join('\n');
    return { copied, ...(await restoreRows(backup, loading, lines === '' ? {} : { [erasuresToRepeat]: lines })) };
  } finally {
    await loading.close();
  }
}

async function checkEmptyDatabase(owner: DatabaseLogins['owner'], { id }: Manifest): Promise<void> {
  if (await isEmpty(owner)) return;
  const from = (await readInstallation(owner)).get(restoredFromKey);
  throw new BackupError(
    from === id
      ? `This database holds the backup ${id} already: it was restored to its end. "npm run verify" reads every file again; "npm start" starts the portal.`
      : 'The database is not empty. A restore wants a new DATA_DIR, or an empty database of its own in DATABASE_URL; nothing was changed.',
  );
}

/**
 * Opens the records as at a start, which migrates an older backup's schema. Then compares every original with its hash.
 */
async function finishRestore(
  config: Config,
  overrides: TestOverrides,
  { manifest, isSigned }: OpenBackup,
  rows: RestoredRows,
): Promise<VerificationResult> {
  const { context, close } = await openStores(config, overrides);
  try {
    const params = { backup: manifest.id, rows: rows.rows, ended: rows.expired.sessions + rows.expired.tokens };
    await context.db.within(systemScope('log'), async (tx) => {
      await logEvent(context, tx, 'backup-restored', params);
      if (!isSigned) await logEvent(context, tx, 'backup-unsigned', { backup: manifest.id });
    });
    await resumeChain(context, await collectNewestAnchors(context));
    return await verifyOriginals(context, () => undefined, new AbortController().signal);
  } finally {
    await close();
  }
}
