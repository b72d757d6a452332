import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../time/clock.ts';
import { EmbeddedError, ignoreErrorCodes } from '../embedded-error.ts';
import { pollUntil } from '../system-port.ts';
import { isAlive, serverProcesses } from './process-facts.ts';

/** What a postmaster wrote about itself into `postmaster.pid` (PostgreSQL, miscadmin.h: LOCK_FILE_LINE_*). */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  /** Empty where there are no unix sockets. */
  readonly socketFolder: string;
  readonly listenAddress: string;
  /** `starting`, `ready`, `standby`, `stopping`; empty in the first moments. */
  readonly status: string;
}

/** The pid file of the cluster, `undefined` if there is none, `'unreadable'` if it names no process. */
export async function readPidFile(cluster: string): Promise<PidFile | 'unreadable' | undefined> {
  const text = await ignoreErrorCodes(['ENOENT'], readFile(pidFilePath(cluster), 'utf8'));
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return 'unreadable';
  return {
    pid,
    port: Number(lines[3] ?? 0),
    socketFolder: lines[4] ?? '',
    listenAddress: lines[5] ?? '',
    status: lines[7] ?? '',
  };
}

export function pidFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** The postmaster that runs on this cluster, by its pid file and the processes there are. */
export async function findPostmaster(cluster: string): Promise<PidFile | undefined> {
  const file = await readPidFile(cluster);
  if (file === undefined || file === 'unreadable') return undefined;
  // Windows: whether the process is ours shows when it takes our password (adopt-server.ts).
  if (process.platform === 'win32') return (await isAlive(file.pid)) ? file : undefined;
  return (await serverProcesses(cluster)).includes(file.pid) ? file : undefined;
}

/**
 * Removes a pid file that PostgreSQL would take for a running server although there is none: an empty one, or one whose
 * number is now another process's. Call it only when `findPostmaster` found nothing. `folder_in_use`.
 */
export async function clearPidFile(cluster: string, clock: Clock, log: (line: string) => void): Promise<void> {
  const file = await readPidFile(cluster);
  if (file === undefined) return;
  // PostgreSQL clears the file of a dead process itself, and by it finds what that process left in shared memory.
  if (file !== 'unreadable' && !existsInSystem(file.pid)) return;
  await waitForLeftovers(cluster, clock, log);
  log(
    file === 'unreadable'
      ? 'Removed an empty postmaster.pid: the machine stopped while it was written'
      : `Removed a stale postmaster.pid: process ${file.pid} is not this database`,
  );
  await rm(pidFilePath(cluster), { force: true });
}

/** Also true of a zombie, as PostgreSQL sees it. */
function existsInSystem(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // ESRCH: gone. EPERM: another user's, which PostgreSQL too takes for a stale file.
    return false;
  }
}

// Without the file PostgreSQL cannot see processes of a killed postmaster, so they must be gone before it is removed.
async function waitForLeftovers(cluster: string, clock: Clock, log: (line: string) => void): Promise<void> {
  if ((await serverProcesses(cluster)).length === 0) return;
  log('Processes of a killed server still work in this folder: waiting for them');
  const none = async () => ((await serverProcesses(cluster)).length === 0 ? true : undefined);
  // 5 s: they notice the postmaster's death at once, or at the end of their statement.
  if (await pollUntil(clock, 5_000, none)) return;
  const pids = (await serverProcesses(cluster)).join(' ');
  throw new EmbeddedError(
    'folder_in_use',
    `PostgreSQL processes (${pids}) work in ${cluster}, but its postmaster.pid does not name them. End them ("kill ${pids}") and start again.`,
  );
}
