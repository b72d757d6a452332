import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded into the portal's process before it (`node --import`): at SIGUSR2 it writes to the file named in its own URL (`?file=`) how late the event loop has
 * come since the last time, the 99th percentile in milliseconds, and begins anew.
 */

const file = new URL(import.meta.url).searchParams.get('file');
if (isMainThread && file !== null) {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(file, `${delays.percentile(99) / 1e6}\n`);
    delays.reset();
  });
}
