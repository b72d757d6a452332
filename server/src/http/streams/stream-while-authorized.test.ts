import { describe, expect, it } from 'vitest';
import { ShiftableClock } from '../../platform/time/clock.ts';
import { streamWhileAuthorized } from './stream-while-authorized.ts';

const chunk = new Uint8Array(262_144);
const mebibyte = 1_048_576;

/** Stands still, so that a slow machine asks as often as a fast one. */
function createHeldClock(): ShiftableClock {
  const clock = new ShiftableClock();
  clock.freeze();
  return clock;
}

/** Pieces of 256 KiB without end; told before each. */
async function* createChunks(before: () => void = () => undefined): AsyncGenerator<Uint8Array> {
  for (;;) {
    before();
    yield chunk;
  }
}

/** How many bytes pass until the answer ends. */
async function countBytesUntilEnd(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let sentBytes = 0;
  try {
    for await (const { length } of bytes) sentBytes += length;
  } catch {
    return sentBytes;
  }
  throw new Error('Nothing cut it.');
}

describe('bytes that pass while they may be read', () => {
  it('end within 8 MiB of a revocation, wherever it comes', async () => {
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
        createHeldClock(),
        check,
      );
      expect((await countBytesUntilEnd(bytes)) - revokedAt, `${revokedAt}`).toBeLessThanOrEqual(8 * mebibyte);
    }
  });

  it('do not stand still while the question is answered, and stop where the answer does not come', async () => {
    let checkCount = 0;
    let resolveCheck = () => {};
    const check = () => {
      checkCount += 1;
      return new Promise<void>((resolve) => {
        resolveCheck = resolve;
      });
    };
    const bytes = streamWhileAuthorized(createChunks(), createHeldClock(), check);
    while (checkCount === 0) await bytes.next();
    const next = [await bytes.next(), await bytes.next(), await bytes.next()];
    expect(next.every(({ done }) => done === false)).toBe(true);
    const pending = bytes.next();
    // these pieces wait for nothing else: whatever may pass has passed before the next turn of the event loop
    expect(await Promise.race([pending, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
    resolveCheck();
    expect((await pending).done).toBe(false);
  });

  it('are asked about before the next of them leaves, once 5 s went by', async () => {
    const clock = createHeldClock();
    const refusedStream = streamWhileAuthorized(createChunks(), clock, async () => {
      throw new Error('Revoked');
    });
    expect((await refusedStream.next()).done).toBe(false);
    clock.advance(5_000);
    await expect(refusedStream.next()).rejects.toThrow('Revoked');
  });
});
