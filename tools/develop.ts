/**
 * `npm run dev`: runs the server and restarts it when its sources change. The web application updates by hot reload.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const watchedFolders = ['server/src', 'contract/src', 'dicom/src'];
// An editor writes a file in several steps, and a branch switch changes many files.
const debounceMs = 150;
const graceMs = 10_000;

function start(words: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['--enable-source-maps', 'server/src/main.ts', ...words], {
    cwd: root,
    stdio: 'inherit',
    // Makes the server serve the web application from its sources on its own port.
    env: { ...process.env, MEDCLOUD_DEV: '1' },
  });
}

/** Stops a server with SIGTERM, or with SIGKILL after a grace period, and waits for its end. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const force = setTimeout(() => server.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(force);
}

async function develop(words: readonly string[]): Promise<void> {
  let server = start(words);
  // Restarts are sequential; changes during one cause one more.
  let restarting = Promise.resolve();
  let debounce: NodeJS.Timeout | undefined;
  let isLeaving = false;
  const restart = async () => {
    await stop(server);
    if (isLeaving) return;
    console.error('develop: sources changed, starting again');
    server = start(words);
  };
  for (const folder of watchedFolders.filter((one) => existsSync(join(root, one)))) {
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (file === null || !/\.(ts|json|sql)$/.test(file) || file.endsWith('.test.ts')) return;
      clearTimeout(debounce);
      debounce = setTimeout(() => {
        restarting = restarting.then(restart);
      }, debounceMs);
    });
  }
  const [signal] = await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  isLeaving = true;
  await restarting;
  await stop(server);
  process.exit(signal === 'SIGINT' ? 130 : 0);
}

await develop(process.argv.slice(2));
