import type { IncomingMessage } from 'node:http';

/** Minimum rate and maximum duration of an upload. */
export interface MinRateRule {
  windowMs: number;
  minBytesPerWindow: number;
  maxDurationMs: number;
  /** Maximum time without a byte while the server pauses the stream. */
  maxPausedMs: number;
}

/**
 * Security 2.6: 32 KiB/s in each 30 s after the first 30 s, and at most four hours. The server never pauses a stream
 * for ten minutes.
 */
export const defaultRule: MinRateRule = {
  windowMs: 30_000,
  minBytesPerWindow: 32 * 1024 * 30,
  maxDurationMs: 4 * 3_600_000,
  maxPausedMs: 10 * 60_000,
};

/**
 * Enforces a minimum rate on an upload instead of a timeout. Calls `onSlow` once if the upload falls below the rate or
 * takes too long. The rate does not count while the server itself pauses the stream, up to `maxPausedMs`. Returns a
 * function that stops the check.
 */
export function enforceMinRate(
  request: IncomingMessage,
  onSlow: () => void,
  rule: MinRateRule = defaultRule,
): () => void {
  let bytes = 0;
  let windows = 0;
  let pausedWindows = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
  };
  request.on('data', count);
  // Counting must not start the flow; the form's reader does.
  request.pause();
  const timer = setInterval(() => {
    windows += 1;
    const isPaused = request.isPaused() || request.readableEnded;
    const isTooSlow = windows > 1 && bytes < rule.minBytesPerWindow && !isPaused;
    pausedWindows = isPaused && bytes === 0 ? pausedWindows + 1 : 0;
    bytes = 0;
    const isTooLong = windows * rule.windowMs > rule.maxDurationMs || pausedWindows * rule.windowMs >= rule.maxPausedMs;
    if (!isTooSlow && !isTooLong) return;
    clearInterval(timer);
    onSlow();
  }, rule.windowMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    request.off('data', count);
  };
}
