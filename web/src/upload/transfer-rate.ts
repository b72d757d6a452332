interface Sample {
  atMs: number;
  bytes: number;
}

/** Samples of the last seconds, newest last. */
export type TransferRate = readonly Sample[];

const windowMs = 5_000; // long enough for a stable rate, short enough to show a slower connection
const minSpanMs = 800; // a shorter span gives no reliable rate

/** Adds a sample. Removes samples older than the window, and those of bytes that did not arrive. */
export function addSample(transferRate: TransferRate, bytes: number, atMs: number): TransferRate {
  return [...transferRate.filter((sample) => atMs - sample.atMs <= windowMs && sample.bytes <= bytes), { atMs, bytes }];
}

/** Returns the bytes sent, by the newest sample. */
export function sentBytes(transferRate: TransferRate): number {
  return transferRate.at(-1)?.bytes ?? 0;
}

/** Returns bytes per second over the window, or undefined while the span is too short. */
export function bytesPerSecond(transferRate: TransferRate): number | undefined {
  const first = transferRate[0];
  const last = transferRate.at(-1);
  if (!first || !last || last.atMs - first.atMs < minSpanMs) return undefined;
  return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs);
}
