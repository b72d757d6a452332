import type { Clock } from '../../platform/time/clock.ts';

const checkIntervalMs = 5_000;
// What passes between two questions, and what may pass until the second is answered: 8 MiB together, with a piece at each end.
const checkIntervalBytes = 6 * 1_048_576;
const maxUncheckedBytes = 1_048_576;

/**
 * Passes an exam's bytes on while they may be read: `check` is asked again every 5 s or 8 MiB and fails where they may
 * not, so that a revocation cuts a running stream (security 2, row 39). What flows fast is asked about ahead, so that it does not
 * stand still until the answer comes.
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
      pendingCheck.catch(() => undefined); // who waits for it is told
      [checkedAt, sentBytes] = [now, 0];
    }
    if (isCheckDue) await pendingCheck;
    sentBytes += chunk.length;
    yield chunk;
  }
}
