import { open } from 'node:fs/promises';

export const mebibyte = 1_048_576;
const chunkBytes = 65_536;

/** Yields the bytes in chunks of 64 KiB, as a client sends them. */
export function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** Writes the bytes plainly, 1 MiB at a time, with an fsync: the peer of the comparison. */
export async function writePlain(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w');
  for (let at = 0; at < bytes.length; at += mebibyte)
    await file.write(bytes, at, Math.min(mebibyte, bytes.length - at), at);
  await file.sync();
  await file.close();
}

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns the duration of `work` in milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
