import type { Clock } from '../../platform/time/clock.ts';

const askEveryMs = 5_000;
// What passes between two questions, and what may pass until the second is answered: 8 MiB together, with a piece at each end.
const askEveryBytes = 6 * 1_048_576;
const answerWithinBytes = 1_048_576;

/**
 * Passes an exam's bytes on while they may be read: `check` is asked again every 5 s or 8 MiB and fails where they may
 * not, so that a revocation cuts a running stream (security 2, row 39). What flows fast is asked about ahead, so that it does not
 * stand still until the answer comes.
 */
export async function* whileAllowed(
  bytes: AsyncIterable<Uint8Array>,
  clock: Clock,
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let askedAt = clock.now().getTime();
  let passed = 0;
  let asking: Promise<void> | null = null;
  for await (const chunk of bytes) {
    const now = clock.now().getTime();
    const isLate = now - askedAt >= askEveryMs;
    if (asking && (isLate || passed >= answerWithinBytes)) {
      await asking;
      asking = null;
    }
    if (isLate || passed >= askEveryBytes) {
      asking = check();
      asking.catch(() => undefined); // who waits for it is told
      [askedAt, passed] = [now, 0];
    }
    if (isLate) await asking;
    passed += chunk.length;
    yield chunk;
  }
}
