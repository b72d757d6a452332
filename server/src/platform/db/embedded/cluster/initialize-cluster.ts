import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { programEnvironment } from '../../../config/program-environment.ts';
import type { Random } from '../../../ids/random.ts';
import { EmbeddedError, ignoreErrorCodes } from '../embedded-error.ts';
import { type Folders, syncFolder } from '../folders.ts';
import type { InstalledPostgres } from '../package.ts';
import { changeOwner, commandAs, type LaunchUser } from '../process/launch-user.ts';
import { type Command, wrapWithWatchdog } from '../process/watchdog.ts';
import type { SystemPort } from '../system-port.ts';
import { createPassword } from './password.ts';

/** The superuser of the cluster and its first database. */
export const superuser = 'postgres';

/**
 * Returns whether the folder has a cluster. Throws `version_mismatch` if this PostgreSQL cannot open it,
 * `folder_unusable` if the files are no cluster.
 */
export async function hasCluster(folders: Folders, installed: InstalledPostgres): Promise<boolean> {
  const { cluster } = folders;
  const version = (await ignoreErrorCodes(['ENOENT'], readVersion(cluster)))?.trim();
  if (version === installed.major) return true;
  if (version !== undefined)
    throw new EmbeddedError('version_mismatch', versionMessage(cluster, version, installed.major));
  const names = (await ignoreErrorCodes(['ENOENT'], readdir(cluster))) ?? [];
  if (names.length === 0) return false;
  throw new EmbeddedError(
    'folder_unusable',
    `${cluster} has files, but they are no PostgreSQL database (no PG_VERSION). Restore it from a backup, or move it away to begin an empty one.`,
  );
}

async function readVersion(cluster: string): Promise<string> {
  try {
    return await readFile(join(cluster, 'PG_VERSION'), 'utf8');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EACCES')) throw cause;
    throw new EmbeddedError(
      'folder_unusable',
      `${cluster} belongs to another user. Give it to the user that runs the portal ("chown -R"), or run the portal as its owner.`,
      { cause },
    );
  }
}

function versionMessage(cluster: string, clusterVersion: string, ownVersion: string): string {
  return (
    `The database in ${cluster} was written by PostgreSQL ${clusterVersion}, and this portal carries PostgreSQL ${ownVersion}, which cannot open it. ` +
    `Run "npm run backup" with a version of the portal that carries PostgreSQL ${clusterVersion}, move the folder away, then run "npm run restore" with this one.`
  );
}

/**
 * Creates an empty cluster and its password. The cluster gets its final name only when it is complete, so a kill leaves
 * at most `cluster.tmp-*`, which the next call removes. Throws `initialize_failed`.
 */
export async function initializeCluster(
  folders: Folders,
  installed: InstalledPostgres,
  user: LaunchUser,
  system: SystemPort,
  mayLoseData: boolean,
): Promise<void> {
  await removePartialClusters(folders);
  await createPassword(folders.password, system.random);
  await changeOwner(user, folders.password);
  const temporary = `${folders.cluster}.tmp-${randomName(system.random)}`;
  const initdb = commandAs(user, installed.initdb, initdbArguments(temporary, folders.password, mayLoseData));
  await runInitdb(system.platform === 'win32' ? initdb : wrapWithWatchdog(initdb));
  await rename(temporary, folders.cluster);
  await syncFolder(folders.data);
}

// Random, because an initdb that outlived its Node process could still write to the last temporary folder.
function randomName(random: Random): string {
  return random.bytes(4).toString('hex');
}

function initdbArguments(cluster: string, passwordFile: string, mayLoseData: boolean): string[] {
  return [
    '-D',
    cluster,
    '-U',
    superuser,
    '-E',
    'UTF8',
    // Independent of system locales: the same sort order and case rules on every machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    ...(mayLoseData ? ['--no-sync'] : []),
  ];
}

async function runInitdb({ program, args, uid, gid }: Command): Promise<void> {
  const child = spawn(program, args, { uid, gid, env: programEnvironment(), stdio: ['pipe', 'ignore', 'pipe'] });
  // stdin stays open, because closing it would end initdb (watchdog.ts).
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (status === 0) return;
  throw new EmbeddedError(
    'initialize_failed',
    `PostgreSQL could not make a new database. Look whether the disk is full and the data folder is writable. It said: ${stderr.trim()}`,
  );
}

async function removePartialClusters({ data, cluster }: Folders): Promise<void> {
  const partialNames = (await readdir(data)).filter((name) => name.startsWith(`${basename(cluster)}.tmp`));
  for (const name of partialNames) await rm(join(data, name), { recursive: true, force: true, maxRetries: 5 });
}
