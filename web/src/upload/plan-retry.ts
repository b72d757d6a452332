import { ApiError } from '@medcloud/contract/api-client';
import type { RetryWait } from './queue.ts';
import { ServerUnreachableError, UploadCanceledError } from './upload-errors.ts';

const maxDelayMs = 30_000;
/** Shorter waits need no error message: a part of another upload ends within this time. */
const maxTurnWaitMs = 60_000;
const maxFailures = 7;
// 423: another part is being received; 429: three uploads of the center are in progress
const queueStatuses = [423, 429];
const unavailableStatuses = [502, 503, 504];
// 409: wrong offset; 460: checksum mismatch
const transientStatuses = [408, 409, 460];

export interface RetryPlan {
  reason: RetryWait['reason'];
  ms: number;
}

/**
 * Plans the next attempt after `failures` consecutive failures: what it waits for and how long. Undefined if the user
 * must see the error. Without a connection or server, or behind another upload, it retries as long as the page is open,
 * after the time of Retry-After if the server sends one.
 */
export function planRetry(error: unknown, failures: number): RetryPlan | undefined {
  const backOffMs = Math.min(maxDelayMs, 500 * 2 ** failures);
  if (error instanceof ServerUnreachableError) return { reason: 'connection', ms: backOffMs };
  if (!(error instanceof ApiError)) return undefined;
  const { status, retryAfterSeconds } = error;
  const ms = 1_000 * (retryAfterSeconds || 0) || backOffMs;
  // a longer wait means that today's uploads are used up or too many are open
  if (queueStatuses.includes(status)) return ms > maxTurnWaitMs ? undefined : { reason: 'turn', ms };
  if (unavailableStatuses.includes(status)) return { reason: 'connection', ms };
  const isTransient = transientStatuses.includes(status) || status >= 500;
  return isTransient && failures < maxFailures ? { reason: 'connection', ms } : undefined;
}

/** A pause between two attempts. */
export interface RetryPause {
  /** Rejects with `UploadCanceledError` when the signal aborts. */
  finished: Promise<void>;
  skip: () => void;
}

/** Waits `ms` milliseconds or until the browser is online again. While it is offline, waits only for that. */
export function pauseBeforeRetry(ms: number, signal: AbortSignal): RetryPause {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const cleanup = new AbortController();
  const timer = navigator.onLine ? setTimeout(resolve, ms) : undefined;
  const onAbort = () => reject(new UploadCanceledError());
  window.addEventListener('online', () => resolve(), { signal: cleanup.signal });
  signal.addEventListener('abort', onAbort, { signal: cleanup.signal });
  if (signal.aborted) onAbort();
  const finished = promise.finally(() => {
    clearTimeout(timer);
    cleanup.abort();
  });
  return { finished, skip: resolve };
}
