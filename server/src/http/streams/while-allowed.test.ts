import { describe, expect, it } from 'vitest';
import { ShiftableClock } from '../../platform/time/clock.ts';
import { whileAllowed } from './while-allowed.ts';

const piece = new Uint8Array(262_144);
const mebibyte = 1_048_576;

/** Stands still, so that a slow machine asks as often as a fast one. */
function stillClock(): ShiftableClock {
  const clock = new ShiftableClock();
  clock.hold();
  return clock;
}

/** Pieces of 256 KiB without end; told before each. */
async function* pieces(before: () => void = () => undefined): AsyncGenerator<Uint8Array> {
  for (;;) {
    before();
    yield piece;
  }
}

/** How many bytes pass until the answer ends. */
async function passedUntilCut(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let passed = 0;
  try {
    for await (const { length } of bytes) passed += length;
  } catch {
    return passed;
  }
  throw new Error('Nothing cut it.');
}

describe('bytes that pass while they may be read', () => {
  it('end within 8 MiB of a revocation, wherever it comes', async () => {
    for (let revokedAt = 0; revokedAt < 20 * mebibyte; revokedAt += 5 * piece.length) {
      let passed = 0;
      const check = async () => {
        const isRevoked = passed >= revokedAt;
        await new Promise((resolve) => setImmediate(resolve));
        if (isRevoked) throw new Error('Revoked');
      };
      const bytes = whileAllowed(
        pieces(() => {
          passed += piece.length;
        }),
        stillClock(),
        check,
      );
      expect((await passedUntilCut(bytes)) - revokedAt, `${revokedAt}`).toBeLessThanOrEqual(8 * mebibyte);
    }
  });

  it('do not stand still while the question is answered, and stop where the answer does not come', async () => {
    let asked = 0;
    let answer = () => {};
    const check = () => {
      asked += 1;
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    };
    const bytes = whileAllowed(pieces(), stillClock(), check);
    while (asked === 0) await bytes.next();
    const next = [await bytes.next(), await bytes.next(), await bytes.next()];
    expect(next.every(({ done }) => done === false)).toBe(true);
    const waiting = bytes.next();
    // these pieces wait for nothing else: whatever may pass has passed before the next turn of the event loop
    expect(await Promise.race([waiting, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
    answer();
    expect((await waiting).done).toBe(false);
  });

  it('are asked about before the next of them leaves, once 5 s went by', async () => {
    const clock = stillClock();
    const refused = whileAllowed(pieces(), clock, async () => {
      throw new Error('Revoked');
    });
    expect((await refused.next()).done).toBe(false);
    clock.advance(5_000);
    await expect(refused.next()).rejects.toThrow('Revoked');
  });
});
