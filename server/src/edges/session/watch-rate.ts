import type { IncomingMessage } from 'node:http';
import { Fault } from '@medcloud/contract/faults';

const graceMs = 30_000;
const leastBytesPerWindow = 32 * 1024 * 30; // security 2.6: 32 KiB/s over 30 s
const longestMs = 4 * 3_600_000;

/**
 * Demands a minimum rate of an upload in place of a limit on its time: 32 KiB/s over each 30 s after the first 30 s, four
 * hours in all. A slower one fails with `too_slow`. While we ourselves hold the stream back, its rate does not count.
 * The answer stops the watch.
 */
export function watchRate(request: IncomingMessage): () => void {
  let bytes = 0;
  let windows = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
  };
  request.on('data', count);
  // counting must not start the flow: the form's reader does
  request.pause();
  const timer = setInterval(() => {
    windows += 1;
    const slow = windows > 1 && bytes < leastBytesPerWindow && !request.isPaused() && !request.readableEnded;
    bytes = 0;
    if (slow || windows * graceMs > longestMs) request.destroy(new Fault('too_slow'));
  }, graceMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    request.off('data', count);
  };
}
