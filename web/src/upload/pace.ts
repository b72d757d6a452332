interface Sample {
  atMs: number;
  bytes: number;
}

/** How fast bytes went lately: the samples of the last seconds, the newest last. */
export type Pace = readonly Sample[];

const windowMs = 5_000; // long enough to be calm, short enough to notice a worse connection
const leastSpanMs = 800; // before that a rate would be a guess

/** The pace with one more sample; those older than the window go, and those of bytes that did not arrive. */
export function measured(pace: Pace, bytes: number, atMs: number): Pace {
  return [...pace.filter((sample) => atMs - sample.atMs <= windowMs && sample.bytes <= bytes), { atMs, bytes }];
}

/** Bytes that have gone, by the newest sample. */
export function sentBytes(pace: Pace): number {
  return pace.at(-1)?.bytes ?? 0;
}

/** Bytes a second over the window; undefined while it is too short to tell. */
export function bytesPerSecond(pace: Pace): number | undefined {
  const first = pace[0];
  const last = pace.at(-1);
  if (!first || !last || last.atMs - first.atMs < leastSpanMs) return undefined;
  return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs);
}
