import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { getClamdVersion } from '../../src/platform/outbound/clamd/get-clamd-version.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { eicar } from './virus-scanner.ts';

/** ClamAV's own clamd, with one signature of our own: that of the EICAR test file. */
export interface Clamd {
  /** SCAN_URL of its socket. */
  url: string;
  socketPath: string;
  /** Kills it. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** What it reports for the EICAR test file: it adds a suffix to signatures that ClamAV has not signed. */
export const clamdEicarName = 'Eicar-Test-Signature.UNOFFICIAL';

const maxBytes = 2_000_000;

/** Finds clamd in PATH or in /usr/sbin, which is not in every user's. */
function findClamd(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'clamd')).find(existsSync) ?? 'clamd';
}

/** Starts clamd with limits of 2 MB, as `AlertExceedsMax` reports them. */
export async function startClamd(): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-clamd-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'signatures'));
  // name, any file type, any offset, the bytes
  await writeFile(join(folder, 'signatures', 'eicar.ndb'), `Eicar-Test-Signature:0:*:${eicar.toString('hex')}\n`);
  const socketPath = join(folder, 'clamd.ctl');
  const settings = {
    DatabaseDirectory: join(folder, 'signatures'),
    LocalSocket: socketPath,
    Foreground: 'yes',
    StreamMaxLength: maxBytes,
    MaxFileSize: maxBytes / 2,
    AlertExceedsMax: 'yes',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  await writeFile(join(folder, 'clamd.conf'), lines.join(''));
  let clamd: ChildProcess;
  const start = async () => {
    clamd = spawn(findClamd(), ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    await waitUntil(() =>
      getClamdVersion({ path: socketPath }, AbortSignal.timeout(10_000)).then(
        () => true,
        () => false,
      ),
    );
  };
  const stop = async () => {
    if (clamd.exitCode !== null || clamd.signalCode !== null) return;
    clamd.kill('SIGKILL');
    await once(clamd, 'exit');
  };
  await start();
  return {
    url: `clamd://${socketPath}`,
    socketPath,
    start,
    stop,
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
