import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programEnvironment } from '../../../config/program-environment.ts';
import { codeOf, EmbeddedError } from '../embedded-error.ts';
import type { Folders } from '../folders.ts';
import type { InstalledPostgres } from '../package.ts';
import { pollUntil, type SystemPort } from '../system-port.ts';
import { findPostmaster } from './pid-file.ts';
import { isAlive } from './process-facts.ts';

const run = promisify(execFile);

/**
 * Stops the postmaster by a fast shutdown: rolls back open transactions, disconnects clients, writes everything.
 * Resolves when the postmaster has ended, or at once if it had ended before. Throws `stop_failed`.
 */
export async function stopPostmaster(
  pid: number,
  folders: Folders,
  installed: InstalledPostgres,
  system: SystemPort,
): Promise<void> {
  // Another process may have this pid by now: interrupt only a postmaster of this cluster.
  if ((await findPostmaster(folders.cluster))?.pid !== pid) return;
  if (system.platform === 'win32') {
    // Not tested. Node can only kill a process on Windows, which would be a crash.
    await run(installed.pgCtl, ['stop', '-m', 'fast', '-D', folders.cluster], { env: programEnvironment() });
    return;
  }
  // SIGTERM would wait for every client.
  interrupt(pid);
  const isGone = await pollUntil(system.clock, 60_000, async () => ((await isAlive(pid)) ? undefined : true), 5);
  if (!isGone)
    throw new EmbeddedError(
      'stop_failed',
      `PostgreSQL (process ${pid}) has not ended within a minute. Leave it to finish writing; "kill -QUIT ${pid}" ends it at once, and the next start then repairs the database.`,
    );
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
