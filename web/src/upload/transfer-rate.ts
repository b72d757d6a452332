interface Sample {
  atMs: number;
  bytes: number;
}

/** How fast bytes went lately: the samples of the last seconds, the newest last. */
export type TransferRate = readonly Sample[];

const windowMs = 5_000; // long enough to be calm, short enough to notice a worse connection
const minSpanMs = 800; // before that a rate would be a guess

/** The pace with one more sample; those older than the window go, and those of bytes that did not arrive. */
export function addSample(transferRate: TransferRate, bytes: number, atMs: number): TransferRate {
  return [...transferRate.filter((sample) => atMs - sample.atMs <= windowMs && sample.bytes <= bytes), { atMs, bytes }];
}

/** Bytes that have gone, by the newest sample. */
export function sentBytes(transferRate: TransferRate): number {
  return transferRate.at(-1)?.bytes ?? 0;
}

/** Bytes a second over the window; undefined while it is too short to tell. */
export function bytesPerSecond(transferRate: TransferRate): number | undefined {
  const first = transferRate[0];
  const last = transferRate.at(-1);
  if (!first || !last || last.atMs - first.atMs < minSpanMs) return undefined;
  return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs);
}
