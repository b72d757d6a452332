import { describe, expect, it } from 'vitest';
import { ShiftableClock } from '../../platform/time/clock.ts';
import { streamWhileAuthorized } from './stream-while-authorized.ts';

const chunk = new Uint8Array(262_144);
const mebibyte = 1_048_576;

/** A frozen clock, so that the number of checks does not depend on the machine's speed. */
function createFrozenClock(): ShiftableClock {
  const clock = new ShiftableClock();
  clock.freeze();
  return clock;
}

/** Yields 256 KiB chunks without end; calls `before` for each. */
async function* createChunks(before: () => void = () => undefined): AsyncGenerator<Uint8Array> {
  for (;;) {
    before();
    yield chunk;
  }
}

/** Counts the bytes until the stream throws. */
async function countBytesUntilEnd(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let sentBytes = 0;
  try {
    for await (const { length } of bytes) sentBytes += length;
  } catch {
    return sentBytes;
  }
  throw new Error('The stream ended without an error.');
}

describe('streamWhileAuthorized', () => {
  it('throws within 8 MiB of a revocation at any position', async () => {
    for (let revokedAt = 0; revokedAt < 20 * mebibyte; revokedAt += 5 * chunk.length) {
      let sentBytes = 0;
      const check = async () => {
        const isRevoked = sentBytes >= revokedAt;
        await new Promise((resolve) => setImmediate(resolve));
        if (isRevoked) throw new Error('Revoked');
      };
      const bytes = streamWhileAuthorized(
        createChunks(() => {
          sentBytes += chunk.length;
        }),
        createFrozenClock(),
        check,
      );
      expect((await countBytesUntilEnd(bytes)) - revokedAt, `${revokedAt}`).toBeLessThanOrEqual(8 * mebibyte);
    }
  });

  it('continues during a pending check, and pauses if the check takes too long', async () => {
    let checkCount = 0;
    let resolveCheck = () => {};
    const check = () => {
      checkCount += 1;
      return new Promise<void>((resolve) => {
        resolveCheck = resolve;
      });
    };
    const bytes = streamWhileAuthorized(createChunks(), createFrozenClock(), check);
    while (checkCount === 0) await bytes.next();
    const next = [await bytes.next(), await bytes.next(), await bytes.next()];
    expect(next.every(({ done }) => done === false)).toBe(true);
    const pending = bytes.next();
    // Nothing else delays these chunks: whatever may pass has passed before the next turn of the event loop.
    expect(await Promise.race([pending, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
    resolveCheck();
    expect((await pending).done).toBe(false);
  });

  it('checks before the next chunk once 5 s have passed', async () => {
    const clock = createFrozenClock();
    const refusedStream = streamWhileAuthorized(createChunks(), clock, async () => {
      throw new Error('Revoked');
    });
    expect((await refusedStream.next()).done).toBe(false);
    clock.advance(5_000);
    await expect(refusedStream.next()).rejects.toThrow('Revoked');
  });
});
