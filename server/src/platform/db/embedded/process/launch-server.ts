import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rename } from 'node:fs/promises';
import { programEnvironment } from '../../../config/program-environment.ts';
import { ignoreErrorCodes } from '../embedded-error.ts';
import type { Folders } from '../folders.ts';
import type { InstalledPostgres } from '../package.ts';
import type { SystemPort } from '../system-port.ts';
import { changeOwner, commandAs, type LaunchUser } from './launch-user.ts';
import { createSocketFolder, recreateSocketFolder, socketPort } from './socket-folder.ts';
import { wrapWithWatchdog } from './watchdog.ts';

/** A started server that may not accept connections yet. */
export interface LaunchedServer {
  readonly host: string;
  readonly port: number;
  /** The server, or the watchdog around it. A watched server runs as long as its stdin stays open. */
  readonly child: ChildProcess;
  /** Resolves when the child has exited or could not be started. */
  readonly ended: Promise<unknown>;
  hasEnded(): boolean;
}

/** The parameters of a server start. */
export interface LaunchPlan {
  readonly folders: Folders;
  readonly installed: InstalledPostgres;
  readonly user: LaunchUser;
  readonly settings: Readonly<Record<string, string>>;
  readonly hasWatchdog: boolean;
  /** Socket folder of the previous server, so its clients can reconnect. */
  readonly socketFolder?: string;
}

const defaultSettings = {
  shared_buffers: '128MB',
  max_connections: '50',
  io_method: 'sync',
  // Errors contain values, such as patients' names. The portal logs its own errors without them. LOG and FATAL remain.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
} satisfies Record<string, string>;

/** Starts a server on the cluster with a unix socket and no port. Does not wait until it is ready. */
export async function launchServer(plan: LaunchPlan, system: SystemPort): Promise<LaunchedServer> {
  const host = await (plan.socketFolder
    ? recreateSocketFolder(plan.socketFolder)
    : createSocketFolder(system.temporaryFolder));
  await changeOwner(plan.user, host);
  const settings = {
    ...defaultSettings,
    ...plan.settings,
    port: String(socketPort),
    listen_addresses: '',
    unix_socket_directories: `"${host}"`,
    unix_socket_permissions: '0700',
    logging_collector: 'off',
  };
  const server = commandAs(plan.user, plan.installed.postgres, ['-D', plan.folders.cluster, ...toArguments(settings)]);
  const { program, args, uid, gid } = plan.hasWatchdog ? wrapWithWatchdog(server, host) : server;
  const log = await openLogFile(plan.folders);
  // Its own session: an interrupt from the terminal reaches only Node, which stops the server at the end of its
  // shutdown.
  const child = spawn(program, args, {
    uid,
    gid,
    env: programEnvironment(),
    stdio: [plan.hasWatchdog ? 'pipe' : 'ignore', log.fd, log.fd],
    detached: true,
  });
  child.unref();
  const exit = watchExit(child); // before the first await, because a server that cannot start exits at once
  await log.close();
  return { host, port: socketPort, child, ...exit };
}

export function toArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Returns the settings that are common to all systems. */
export function settingsOf(plan: LaunchPlan): Record<string, string> {
  return { ...defaultSettings, ...plan.settings };
}

// A file, not a pipe: the server may outlive Node and must not wait for a busy Node process to read.
async function openLogFile({ log, previousLog }: Folders) {
  await ignoreErrorCodes(['ENOENT'], rename(log, previousLog));
  return open(log, 'a', 0o600);
}

function watchExit(child: ChildProcess) {
  let hasEnded = false;
  const ended = once(child, 'exit').catch(() => undefined);
  const done = ended.then(() => {
    hasEnded = true;
  });
  return { ended: done, hasEnded: () => hasEnded };
}
