import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { type AnsweringServer, adopt } from './adopt.ts';
import type { Connection } from './connect.ts';
import { EmbeddedError } from './embedded-error.ts';
import { type Folders, openFolders } from './folders.ts';
import { hasCluster, initialise } from './initialise.ts';
import { type KeptServer, keepRunning } from './keep-running.ts';
import { chooseLaunchUser, giveFolder, giveTo } from './launch-user.ts';
import { type InstalledPostgres, openPackage } from './package.ts';
import { readPassword } from './password.ts';
import { clearPidFile, readPidFile } from './pid-file.ts';
import { removeSocketFolder } from './socket-folder.ts';
import { holdFolder, withStartLock } from './start-lock.ts';
import { startServer } from './start-server.ts';
import { stopPostmaster } from './stop.ts';
import type { Surroundings } from './surroundings.ts';
import { follow } from './watchdog.ts';

export interface EmbeddedOptions {
  /** Holds the cluster, its password (0600) and the server's log; made if missing. One database, one folder. */
  dataFolder: string;
  /** More settings, as `postgres -c` takes them. */
  settings?: Readonly<Record<string, string>>;
  /** Ends the server when this Node process ends, however it ends. Not on Windows. */
  watchdog: boolean;
  /** One portal a folder: another living process that holds it is refused, and a server that ends unasked is started again. */
  sole?: boolean;
  /** For tests only: nothing need survive a crash of the machine, and `fsync` may be off. */
  noSync?: boolean;
  /** What an operator may want to know. */
  log?: (line: string) => void;
  /** For tests: the package's folder, if not the installed one. */
  packageFolder?: string;
}

export interface EmbeddedPostgres {
  /** As superuser, to the first database. */
  readonly connection: Connection;
  /** Such as `18.4`. */
  readonly version: string;
  /** Whether the server ran already: another process's, or left by one that was killed. */
  readonly adopted: boolean;
  /** The postmaster's. */
  readonly pid: number;
  readonly dataFolder: string;
  /** Fast shutdown, of an adopted server too; call it when the pools are closed. `stop_failed`. */
  stop(): Promise<void>;
}

interface RunningServer extends AnsweringServer {
  readonly adopted: boolean;
  readonly installed: InstalledPostgres;
  /** The server itself, or what watches it. */
  readonly child: ChildProcess | undefined;
}

/** `startEmbedded` on a given machine. */
export async function startEmbeddedIn(surroundings: Surroundings, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (options.settings?.fsync === 'off' && !options.noSync) throw new EmbeddedError('fsync_off', fsyncSentence);
  const folders = await openFolders(options.dataFolder);
  const letGo = options.sole ? await holdFolder(folders.ownerLock, surroundings.clock) : () => undefined;
  try {
    return await startHeld(surroundings, options, folders, letGo);
  } catch (error) {
    letGo();
    throw error;
  }
}

async function startHeld(
  surroundings: Surroundings,
  options: EmbeddedOptions,
  folders: Folders,
  letGo: () => void,
): Promise<EmbeddedPostgres> {
  const start = () => adoptOrStart(surroundings, options, folders);
  const running = await withStartLock(folders.startLock, surroundings.clock, start);
  const { stop, current } = stopping(running, folders, surroundings, options, letGo);
  if (!running.facts.isSynced && !options.noSync) {
    if (!running.adopted) await stop();
    throw new EmbeddedError('fsync_off', fsyncSentence);
  }
  const { connection, adopted, facts } = running;
  return {
    connection,
    version: facts.version,
    adopted,
    get pid() {
      return current().pid;
    },
    dataFolder: folders.data,
    stop,
  };
}

const fsyncSentence =
  'The database runs with fsync off, so a power failure could destroy it. Remove "fsync" from postgresql.conf in the data folder, end the server if it runs, and start again.';

async function adoptOrStart(
  surroundings: Surroundings,
  options: EmbeddedOptions,
  folders: Folders,
): Promise<RunningServer> {
  const installed = await openPackage(surroundings, options.packageFolder);
  if (await hasCluster(folders, installed)) {
    const found = await adopt(folders.cluster, await readPassword(folders.password), surroundings);
    if (found) return adoptedServer(found, installed, options, folders);
    await cleanUpAfterCrash(folders, surroundings, options);
  }
  return newServer(surroundings, options, folders, installed);
}

function adoptedServer(
  found: AnsweringServer,
  installed: InstalledPostgres,
  { watchdog, log }: EmbeddedOptions,
  { cluster }: Folders,
): RunningServer {
  log?.(`Using the PostgreSQL that already runs on this folder (process ${found.pid})`);
  const isWatched = watchdog && process.platform !== 'win32';
  return {
    ...found,
    installed,
    adopted: true,
    child: isWatched ? follow(found.pid, cluster, found.connection.host) : undefined,
  };
}

async function cleanUpAfterCrash(
  { cluster }: Folders,
  { clock }: Surroundings,
  { log = () => undefined }: EmbeddedOptions,
): Promise<void> {
  const stale = await readPidFile(cluster);
  if (stale && stale !== 'unreadable') await removeSocketFolder(stale.socketFolder);
  await clearPidFile(cluster, clock, log);
}

async function newServer(
  surroundings: Surroundings,
  { settings = {}, watchdog, noSync = false, log = () => undefined }: EmbeddedOptions,
  folders: Folders,
  installed: InstalledPostgres,
  socketFolder?: string,
): Promise<RunningServer> {
  const user = await chooseLaunchUser(surroundings, installed, folders);
  await giveFolder(user, folders.data);
  if (await hasCluster(folders, installed)) {
    await giveTo(user, folders.cluster);
    // A restored copy often comes back with wider rights, and PostgreSQL then refuses it.
    await chmod(folders.cluster, 0o700);
  } else await initialise(folders, installed, user, surroundings, noSync);
  const plan = { folders, installed, user, settings, watchdog, ...(socketFolder ? { socketFolder } : {}) };
  const server = await startServer(plan, await readPassword(folders.password), surroundings, log);
  return { ...server, installed, adopted: false, child: server.launched.child };
}

interface Stopping {
  current(): RunningServer;
  stop(): Promise<void>;
}

function stopping(
  running: RunningServer,
  folders: Folders,
  surroundings: Surroundings,
  options: EmbeddedOptions,
  letGo: () => void,
): Stopping {
  const kept = options.sole ? keepAlive(running, folders, surroundings, options) : undefined;
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    const { pid, child, connection, installed } = (await kept?.release()) ?? running;
    await stopPostmaster(pid, folders, installed, surroundings);
    await endChild(child);
    await removeSocketFolder(connection.host);
    letGo();
  };
  return {
    current: () => kept?.current() ?? running,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function keepAlive(
  running: RunningServer,
  folders: Folders,
  surroundings: Surroundings,
  options: EmbeddedOptions,
): KeptServer<RunningServer> {
  const restart = (before: RunningServer) =>
    withStartLock(folders.startLock, surroundings.clock, async () => {
      await endChild(before.child);
      await cleanUpAfterCrash(folders, surroundings, options);
      return newServer(surroundings, options, folders, before.installed, before.connection.host);
    });
  return keepRunning(running, restart, { clock: surroundings.clock, log: options.log ?? (() => undefined) });
}

/** The watchdog ends when its input closes; a server without one has ended. */
async function endChild(child: ChildProcess | undefined): Promise<void> {
  if (!child) return;
  child.stdin?.destroy();
  // Counted again: nothing else may keep Node up while it waits.
  child.ref();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
