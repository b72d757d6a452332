import type { IncomingMessage } from 'node:http';

/** How much of a rejected request is read, and for how long. */
export const drainLimits = { maxBytes: 64 * 1_048_576, timeoutMs: 10_000 };

/**
 * Reads and discards the rest of a rejected request, at most 64 MB or 10 s. The client then gets the response instead
 * of a connection reset. Beyond the limits the connection is closed.
 */
export function drainRequest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  request.unpipe();
  request.removeAllListeners('data');
  let bytes = 0;
  const timer = setTimeout(() => request.destroy(), drainLimits.timeoutMs);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainLimits.maxBytes) request.destroy();
  });
  const done = () => clearTimeout(timer);
  request.once('end', done).once('close', done);
  request.resume();
}
