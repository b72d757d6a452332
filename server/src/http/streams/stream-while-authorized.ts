import type { Clock } from '../../platform/time/clock.ts';

const checkIntervalMs = 5_000;
// Bytes between two checks, and bytes until the second check is done: together 8 MiB, with one chunk at each end.
const checkIntervalBytes = 6 * 1_048_576;
const maxUncheckedBytes = 1_048_576;

/**
 * Passes an exam's bytes through while the client is authorized. Runs `check` every 5 s or 8 MiB; if it throws, the
 * stream throws, so a revocation ends a running stream (security 2, row 39). A fast stream is checked ahead, so it does
 * not wait for the result.
 */
export async function* streamWhileAuthorized(
  bytes: AsyncIterable<Uint8Array>,
  clock: Clock,
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let checkedAt = clock.now().getTime();
  let sentBytes = 0;
  let pendingCheck: Promise<void> | null = null;
  for await (const chunk of bytes) {
    const now = clock.now().getTime();
    const isCheckDue = now - checkedAt >= checkIntervalMs;
    if (pendingCheck && (isCheckDue || sentBytes >= maxUncheckedBytes)) {
      await pendingCheck;
      pendingCheck = null;
    }
    if (isCheckDue || sentBytes >= checkIntervalBytes) {
      pendingCheck = check();
      pendingCheck.catch(() => undefined); // the later await reports the error
      [checkedAt, sentBytes] = [now, 0];
    }
    if (isCheckDue) await pendingCheck;
    sentBytes += chunk.length;
    yield chunk;
  }
}
