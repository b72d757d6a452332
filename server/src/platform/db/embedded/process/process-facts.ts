import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf, ignoreErrorCodes } from '../embedded-error.ts';

const run = promisify(execFile);

// Error codes of reading another process's files: the process has ended, or belongs to another user.
const goneCodes = ['ENOENT', 'ESRCH'];
const deniedCodes = ['EACCES', 'EPERM'];
const hasProc = process.platform === 'linux';

/** Returns whether the process runs. False for a zombie, because its parent may never reap it. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    if (codeOf(error) !== 'EPERM') throw error;
  }
  return !hasProc || (await statFields(pid))?.[0] !== 'Z';
}

/** Returns the start time of a process in the system's unit. With the pid, it identifies a process. */
export async function startTimeOf(pid: number): Promise<string> {
  if (hasProc) return (await statFields(pid))?.[19] ?? 'gone';
  if (process.platform === 'win32') return 'unknown';
  const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: 'gone' }));
  return stdout.trim().replaceAll(/\s+/g, '-');
}

/** Returns proc_pid_stat(5) from its third field (state) on. The second, the name in brackets, may contain blanks. */
async function statFields(pid: number): Promise<string[] | undefined> {
  const line = await ignoreErrorCodes(goneCodes, readFile(`/proc/${pid}/stat`, 'utf8'));
  return line?.slice(line.lastIndexOf(')') + 2).split(' ');
}

/**
 * Returns the processes of a PostgreSQL server on this cluster: the postmaster and, on Linux, the remaining processes
 * of a killed one. Always empty on Windows, which cannot tell.
 */
export async function serverProcesses(cluster: string): Promise<number[]> {
  if (process.platform === 'win32') return [];
  if (!hasProc) return postmastersByCommand(cluster);
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const ours = await Promise.all(pids.map((pid) => isServerProcess(pid, cluster)));
  return pids.filter((_, index) => ours[index]);
}

async function isServerProcess(pid: number, cluster: string): Promise<boolean> {
  const name = await ignoreErrorCodes([...goneCodes, ...deniedCodes], readFile(`/proc/${pid}/comm`, 'utf8'));
  if (name?.trim() !== 'postgres' || !(await isAlive(pid))) return false;
  try {
    // The data directory is the working directory of every server process.
    return (await readlink(`/proc/${pid}/cwd`)) === cluster;
  } catch (error) {
    if (goneCodes.includes(codeOf(error) ?? '')) return false;
    if (!deniedCodes.includes(codeOf(error) ?? '')) throw error;
    return hasOwnerOf(pid, cluster);
  }
}

// Root in a container without CAP_SYS_PTRACE may not inspect another user's process. Then a PostgreSQL process of the
// cluster's owner counts as its server: a rejected start is better than two servers on one folder.
async function hasOwnerOf(pid: number, cluster: string): Promise<boolean> {
  const owners = await ignoreErrorCodes(goneCodes, Promise.all([stat(`/proc/${pid}`), stat(cluster)]));
  return owners !== undefined && owners[0].uid === owners[1].uid;
}

// macOS (not tested): there is no /proc; the postmaster's command line contains the folder.
async function postmastersByCommand(cluster: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-axww', '-o', 'pid=,command=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes('/postgres ') && line.includes(` ${cluster} `))
    .map((line) => Number.parseInt(line, 10));
}
