import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/*
 * Preloaded into the portal's process (`node --import`). On SIGUSR2 it writes the event-loop delay since the last
 * signal (99th percentile, milliseconds) to the file named in its own URL (`?file=`), and resets the histogram.
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
