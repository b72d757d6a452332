import type { IncomingMessage } from 'node:http';

/** How fast an upload must come, and how long it may last. */
export interface MinRateRule {
  windowMs: number;
  minBytesPerWindow: number;
  maxDurationMs: number;
  /** How long at a stretch nothing may come because we hold it back. */
  maxPausedMs: number;
}

/** Security 2.6: 32 KiB/s over each 30 s after the first 30 s, four hours in all; no disk of ours makes one wait for ten minutes. */
export const defaultRule: MinRateRule = {
  windowMs: 30_000,
  minBytesPerWindow: 32 * 1024 * 30,
  maxDurationMs: 4 * 3_600_000,
  maxPausedMs: 10 * 60_000,
};

/**
 * Demands a minimum rate of an upload in place of a limit on its time; `onSlow` is told once of one that falls below it
 * or lasts too long. While we ourselves hold the stream back, its rate does not count, but not for ever. The answer stops
 * the watch.
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
  // counting must not start the flow: the form's reader does
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
