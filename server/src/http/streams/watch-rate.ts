import type { IncomingMessage } from 'node:http';

/** How fast an upload must come, and how long it may last. */
export interface RateRule {
  windowMs: number;
  leastBytesPerWindow: number;
  longestMs: number;
  /** How long at a stretch nothing may come because we hold it back. */
  longestHeldMs: number;
}

/** Security 2.6: 32 KiB/s over each 30 s after the first 30 s, four hours in all; no disk of ours makes one wait for ten minutes. */
export const usualRule: RateRule = {
  windowMs: 30_000,
  leastBytesPerWindow: 32 * 1024 * 30,
  longestMs: 4 * 3_600_000,
  longestHeldMs: 10 * 60_000,
};

/**
 * Demands a minimum rate of an upload in place of a limit on its time; `onSlow` is told once of one that falls below it
 * or lasts too long. While we ourselves hold the stream back, its rate does not count, but not for ever. The answer stops
 * the watch.
 */
export function watchRate(request: IncomingMessage, onSlow: () => void, rule: RateRule = usualRule): () => void {
  let bytes = 0;
  let windows = 0;
  let heldWindows = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
  };
  request.on('data', count);
  // counting must not start the flow: the form's reader does
  request.pause();
  const timer = setInterval(() => {
    windows += 1;
    const isHeld = request.isPaused() || request.readableEnded;
    const isBelow = windows > 1 && bytes < rule.leastBytesPerWindow && !isHeld;
    heldWindows = isHeld && bytes === 0 ? heldWindows + 1 : 0;
    bytes = 0;
    const isLong = windows * rule.windowMs > rule.longestMs || heldWindows * rule.windowMs >= rule.longestHeldMs;
    if (!isBelow && !isLong) return;
    clearInterval(timer);
    onSlow();
  }, rule.windowMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    request.off('data', count);
  };
}
