import type { Clock } from '../../platform/kit/clock.ts';

const askEveryMs = 5_000;
const askEveryBytes = 8 * 1_048_576;

/**
 * Passes an exam's bytes on while they may be read: `check` is asked again every 5 s or 8 MiB and fails where they may
 * not, so that a revocation cuts a running stream (security 2, row 39).
 */
export async function* whileAllowed(
  bytes: AsyncIterable<Uint8Array>,
  clock: Clock,
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let askedAt = clock.now().getTime();
  let passed = 0;
  for await (const chunk of bytes) {
    const now = clock.now().getTime();
    if (passed >= askEveryBytes || now - askedAt >= askEveryMs) {
      await check();
      askedAt = now;
      passed = 0;
    }
    passed += chunk.length;
    yield chunk;
  }
}
