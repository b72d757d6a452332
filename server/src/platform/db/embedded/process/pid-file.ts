import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../time/clock.ts';
import { EmbeddedError, ignoreErrorCodes } from '../embedded-error.ts';
import { pollUntil } from '../system-port.ts';
import { isAlive, serverProcesses } from './process-facts.ts';

/** The parsed lines of `postmaster.pid` (PostgreSQL, miscadmin.h: LOCK_FILE_LINE_*). */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  /** Empty if there are no unix sockets. */
  readonly socketFolder: string;
  readonly listenAddress: string;
  /** `starting`, `ready`, `standby`, `stopping`; empty just after the start. */
  readonly status: string;
}

/** Reads the pid file of the cluster. Undefined if there is none, `'unreadable'` if it names no process. */
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

/** Finds the postmaster of this cluster by its pid file and the running processes. */
export async function findPostmaster(cluster: string): Promise<PidFile | undefined> {
  const file = await readPidFile(cluster);
  if (file === undefined || file === 'unreadable') return undefined;
  // Windows: only the password check can tell whether the process is our server (adopt-server.ts).
  if (process.platform === 'win32') return (await isAlive(file.pid)) ? file : undefined;
  return (await serverProcesses(cluster)).includes(file.pid) ? file : undefined;
}

/**
 * Removes a pid file that PostgreSQL would wrongly take for a running server: an empty one, or one whose pid belongs to
 * another process by now. Call it only if `findPostmaster` found nothing. Throws `folder_in_use`.
 */
export async function clearPidFile(cluster: string, clock: Clock, log: (line: string) => void): Promise<void> {
  const file = await readPidFile(cluster);
  if (file === undefined) return;
  // PostgreSQL removes the file of a dead process itself. It uses the file to find that process's shared memory.
  if (file !== 'unreadable' && !isExistingProcess(file.pid)) return;
  await waitForLeftovers(cluster, clock, log);
  log(
    file === 'unreadable'
      ? 'Removed an empty postmaster.pid: the machine stopped while it was written'
      : `Removed a stale postmaster.pid: process ${file.pid} is not this database`,
  );
  await rm(pidFilePath(cluster), { force: true });
}

/** Returns whether the process exists. True also for a zombie, as in PostgreSQL's own check. */
function isExistingProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // ESRCH: no such process. EPERM: another user's process; PostgreSQL treats the file as stale too.
    return false;
  }
}

// Without the file PostgreSQL cannot find the processes of a killed postmaster, so they must end before its removal.
async function waitForLeftovers(cluster: string, clock: Clock, log: (line: string) => void): Promise<void> {
  if ((await serverProcesses(cluster)).length === 0) return;
  log('Processes of a killed server still work in this folder: waiting for them');
  const none = async () => ((await serverProcesses(cluster)).length === 0 ? true : undefined);
  // 5 s: the processes notice the postmaster's death at once, or at the end of their statement.
  if (await pollUntil(clock, 5_000, none)) return;
  const pids = (await serverProcesses(cluster)).join(' ');
  throw new EmbeddedError(
    'folder_in_use',
    `PostgreSQL processes (${pids}) work in ${cluster}, but its postmaster.pid does not name them. End them ("kill ${pids}") and start again.`,
  );
}
