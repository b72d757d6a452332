import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { hasCluster, initializeCluster } from './cluster/initialize-cluster.ts';
import { readPassword } from './cluster/password.ts';
import { lockFolder, withStartLock } from './cluster/start-lock.ts';
import { EmbeddedError } from './embedded-error.ts';
import { type Folders, openFolders } from './folders.ts';
import { type InstalledPostgres, openPackage } from './package.ts';
import { adoptServer, type ReadyServer } from './process/adopt-server.ts';
import { changeFolderOwner, changeOwner, chooseLaunchUser } from './process/launch-user.ts';
import { clearPidFile, readPidFile } from './process/pid-file.ts';
import type { Connection } from './process/server-facts.ts';
import { removeSocketFolder } from './process/socket-folder.ts';
import { startServer } from './process/start-server.ts';
import { stopPostmaster } from './process/stop-postmaster.ts';
import { type SupervisedServer, superviseServer } from './process/supervise-server.ts';
import { watchPostmaster } from './process/watchdog.ts';
import type { SystemPort } from './system-port.ts';

export interface EmbeddedOptions {
  /** Contains the cluster, its password (0600) and the server's log. One per database; created if missing. */
  dataFolder: string;
  /** Additional settings, as for `postgres -c`. */
  settings?: Readonly<Record<string, string>>;
  /** Stops the server when this Node process ends in any way. Not on Windows. */
  hasWatchdog: boolean;
  /**
   * Allows one portal per folder: throws `folder_in_use` for a second one, and restarts a server that ends
   * unexpectedly.
   */
  isExclusive?: boolean;
  /** For tests only: data need not survive a crash of the machine, and `fsync` may be off. */
  mayLoseData?: boolean;
  /** Receives messages for the operator. */
  log?: (line: string) => void;
  /** For tests: folder of a package other than the installed one. */
  packageFolder?: string;
}

export interface EmbeddedPostgres {
  /** Connects as superuser to the first database. */
  readonly connection: Connection;
  /** Such as `18.4`. */
  readonly version: string;
  /** True if the server was running before: started by another process, or left by a killed one. */
  readonly isAdopted: boolean;
  /** The postmaster's pid. */
  readonly pid: number;
  readonly dataFolder: string;
  /** Stops the server by a fast shutdown, also an adopted one. Close the pools first. Throws `stop_failed`. */
  stop(): Promise<void>;
}

interface RunningServer extends ReadyServer {
  readonly isAdopted: boolean;
  readonly installed: InstalledPostgres;
  /** The server or its watchdog. */
  readonly child: ChildProcess | undefined;
}

/** Implements `startEmbedded` for a given system. */
export async function startEmbeddedIn(system: SystemPort, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (options.settings?.fsync === 'off' && !options.mayLoseData) throw new EmbeddedError('fsync_off', fsyncMessage);
  const folders = await openFolders(options.dataFolder);
  const releaseFolder = options.isExclusive ? await lockFolder(folders.ownerLock, system.clock) : () => undefined;
  try {
    return await startLocked(system, options, folders, releaseFolder);
  } catch (error) {
    releaseFolder();
    throw error;
  }
}

async function startLocked(
  system: SystemPort,
  options: EmbeddedOptions,
  folders: Folders,
  releaseFolder: () => void,
): Promise<EmbeddedPostgres> {
  const start = () => adoptOrStart(system, options, folders);
  const running = await withStartLock(folders.startLock, system.clock, start);
  const { stop, current } = createControl(running, folders, system, options, releaseFolder);
  if (!running.facts.isSynced && !options.mayLoseData) {
    if (!running.isAdopted) await stop();
    throw new EmbeddedError('fsync_off', fsyncMessage);
  }
  const { connection, isAdopted, facts } = running;
  return {
    connection,
    version: facts.version,
    isAdopted,
    get pid() {
      return current().pid;
    },
    dataFolder: folders.data,
    stop,
  };
}

const fsyncMessage =
  'The database runs with fsync off, so a power failure could destroy it. Remove "fsync" from postgresql.conf in the data folder, end the server if it runs, and start again.';

async function adoptOrStart(system: SystemPort, options: EmbeddedOptions, folders: Folders): Promise<RunningServer> {
  const installed = await openPackage(system, options.packageFolder);
  if (await hasCluster(folders, installed)) {
    const found = await adoptServer(folders.cluster, await readPassword(folders.password), system);
    if (found) return toAdoptedServer(found, installed, options, folders);
    await cleanUpAfterCrash(folders, system, options);
  }
  return startNewServer(system, options, folders, installed);
}

function toAdoptedServer(
  found: ReadyServer,
  installed: InstalledPostgres,
  { hasWatchdog, log }: EmbeddedOptions,
  { cluster }: Folders,
): RunningServer {
  log?.(`Using the PostgreSQL that already runs on this folder (process ${found.pid})`);
  const isWatched = hasWatchdog && process.platform !== 'win32';
  return {
    ...found,
    installed,
    isAdopted: true,
    child: isWatched ? watchPostmaster(found.pid, cluster, found.connection.host) : undefined,
  };
}

async function cleanUpAfterCrash(
  { cluster }: Folders,
  { clock }: SystemPort,
  { log = () => undefined }: EmbeddedOptions,
): Promise<void> {
  const stale = await readPidFile(cluster);
  if (stale && stale !== 'unreadable') await removeSocketFolder(stale.socketFolder);
  await clearPidFile(cluster, clock, log);
}

async function startNewServer(
  system: SystemPort,
  { settings = {}, hasWatchdog, mayLoseData = false, log = () => undefined }: EmbeddedOptions,
  folders: Folders,
  installed: InstalledPostgres,
  socketFolder?: string,
): Promise<RunningServer> {
  const user = await chooseLaunchUser(system, installed, folders);
  await changeFolderOwner(user, folders.data);
  if (await hasCluster(folders, installed)) {
    await changeOwner(user, folders.cluster);
    // A restored copy often has wider permissions, which PostgreSQL rejects.
    await chmod(folders.cluster, 0o700);
  } else await initializeCluster(folders, installed, user, system, mayLoseData);
  const plan = { folders, installed, user, settings, hasWatchdog, ...(socketFolder ? { socketFolder } : {}) };
  const server = await startServer(plan, await readPassword(folders.password), system, log);
  return { ...server, installed, isAdopted: false, child: server.launched.child };
}

interface ServerControl {
  current(): RunningServer;
  stop(): Promise<void>;
}

function createControl(
  running: RunningServer,
  folders: Folders,
  system: SystemPort,
  options: EmbeddedOptions,
  releaseFolder: () => void,
): ServerControl {
  const supervised = options.isExclusive ? superviseRunning(running, folders, system, options) : undefined;
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    const { pid, child, connection, installed } = (await supervised?.release()) ?? running;
    await stopPostmaster(pid, folders, installed, system);
    await stopChild(child);
    await removeSocketFolder(connection.host);
    releaseFolder();
  };
  return {
    current: () => supervised?.current() ?? running,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function superviseRunning(
  running: RunningServer,
  folders: Folders,
  system: SystemPort,
  options: EmbeddedOptions,
): SupervisedServer<RunningServer> {
  const restart = (previous: RunningServer) =>
    withStartLock(folders.startLock, system.clock, async () => {
      await stopChild(previous.child);
      await cleanUpAfterCrash(folders, system, options);
      return startNewServer(system, options, folders, previous.installed, previous.connection.host);
    });
  return superviseServer(running, restart, { clock: system.clock, log: options.log ?? (() => undefined) });
}

/** Stops the watchdog by closing its input. A server without a watchdog has ended before. */
async function stopChild(child: ChildProcess | undefined): Promise<void> {
  if (!child) return;
  child.stdin?.destroy();
  // Ref again: nothing else may keep Node running during the wait.
  child.ref();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
