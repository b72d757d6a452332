import { createGunzip, createGzip } from 'node:zlib';

/** Yields the inflated bytes. Each chunk of `bytes` may be valid only until the next but one is requested. */
export async function* gunzipStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const feeding = feed(bytes, gunzip);
  try {
    yield* gunzip;
    await feeding;
  } finally {
    gunzip.destroy();
    await feeding.catch(() => undefined);
  }
}

async function feed(bytes: AsyncIterable<Uint8Array>, target: ReturnType<typeof createGunzip>): Promise<void> {
  try {
    for await (const chunk of bytes) {
      if (target.destroyed) return;
      if (!target.write(chunk)) await waitForDrain(target);
    }
    target.end();
  } catch (error) {
    target.destroy(error instanceof Error ? error : new Error('The source failed'));
  }
}

function waitForDrain(target: ReturnType<typeof createGunzip>): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      target.off('drain', settle).off('close', settle);
      resolve();
    };
    target.once('drain', settle).once('close', settle);
  });
}

/** Yields the bytes as gzip, compressed fast. */
export async function* gzipStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip({ level: 1 });
  const feeding = feed(chunks, gzip);
  try {
    yield* gzip;
  } finally {
    gzip.destroy();
    await feeding;
  }
}
