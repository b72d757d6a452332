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
 * Fast shutdown: open transactions are rolled back, clients are cut off, all is written. Returns when the postmaster is
 * gone; if it is gone already, at once. `stop_failed`.
 */
export async function stopPostmaster(
  pid: number,
  folders: Folders,
  installed: InstalledPostgres,
  system: SystemPort,
): Promise<void> {
  // The number may have been given away since: only a postmaster of this cluster is interrupted.
  if ((await findPostmaster(folders.cluster))?.pid !== pid) return;
  if (system.platform === 'win32') {
    // Not tried. Node can only kill a process there, which would be a crash.
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
