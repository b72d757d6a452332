import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

// One piece is 256 KiB, so that this asks for 4 KiB a second; a download that was cut goes on by Range.
const longestStallMs = 60_000;

/**
 * Gives a file's bytes to whoever reads them. Fails when the reader leaves, or takes nothing for a minute: an open file
 * is not held for it. The file is closed whatever happens.
 */
export async function giveOut(
  bytes: Readable,
  checked: (bytes: Readable) => AsyncIterable<Buffer>,
  reader: Writable,
  stallMs = longestStallMs,
): Promise<void> {
  const close = () => void bytes.destroy();
  const timer = setTimeout(() => reader.destroy(), stallMs);
  // also where we ourselves wait for the file, and where the reader left before the first byte
  reader.once('close', close);
  if (reader.destroyed) close();
  async function* watched() {
    for await (const chunk of checked(bytes)) {
      timer.refresh();
      yield chunk;
    }
  }
  try {
    await pipeline(watched, reader);
  } finally {
    clearTimeout(timer);
    reader.off('close', close);
    close();
  }
}
