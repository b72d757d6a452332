import type { IncomingMessage } from 'node:http';

/** How much of a refused request is read on, and for how long. */
export const drainLimits = { maxBytes: 64 * 1_048_576, timeoutMs: 10_000 };

/**
 * Reads the rest of a refused request and throws it away, 64 MB or 10 s at most, so that the client sees the answer and
 * not a reset connection; beyond that the connection is closed.
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
