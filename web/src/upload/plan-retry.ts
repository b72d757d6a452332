import { ApiError } from '@medcloud/contract/api-client';
import type { RetryWait } from './queue.ts';
import { ServerUnreachableError, UploadCancelledError } from './upload-errors.ts';

const maxDelayMs = 30_000;
/** So long a person need not be told: a part of another upload is over by then. */
const maxTurnWaitMs = 60_000;
const maxFailures = 7;
// 423: another part is being taken; 429: three uploads of the center are under way
const queueStatuses = [423, 429];
const unavailableStatuses = [502, 503, 504];
// 409: the offset is another; 460: the bytes came damaged
const transientStatuses = [408, 409, 460];

export interface RetryPlan {
  reason: RetryWait['reason'];
  ms: number;
}

/**
 * What a failed try waits for, and how long, after so many failures in a row; undefined where a person has to be told. Without a
 * line, without a portal or behind another upload it is tried for as long as the page stands, and when the portal says (Retry-After).
 */
export function planRetry(error: unknown, failures: number): RetryPlan | undefined {
  const backOffMs = Math.min(maxDelayMs, 500 * 2 ** failures);
  if (error instanceof ServerUnreachableError) return { reason: 'connection', ms: backOffMs };
  if (!(error instanceof ApiError)) return undefined;
  const { status, retryAfterSeconds } = error;
  const ms = 1_000 * (retryAfterSeconds || 0) || backOffMs;
  // longer is no turn: the uploads of today are used up, or too many are open
  if (queueStatuses.includes(status)) return ms > maxTurnWaitMs ? undefined : { reason: 'turn', ms };
  if (unavailableStatuses.includes(status)) return { reason: 'connection', ms };
  const isTransient = transientStatuses.includes(status) || status >= 500;
  return isTransient && failures < maxFailures ? { reason: 'connection', ms } : undefined;
}

/** A wait between two tries. */
export interface RetryPause {
  /** Fails with `UploadCancelled` on the signal. */
  finished: Promise<void>;
  skip: () => void;
}

/** Waits for so long, or until the browser is online again; while it is offline for that alone. */
export function pauseBeforeRetry(ms: number, signal: AbortSignal): RetryPause {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const cleanup = new AbortController();
  const timer = navigator.onLine ? setTimeout(resolve, ms) : undefined;
  const onAbort = () => reject(new UploadCancelledError());
  window.addEventListener('online', () => resolve(), { signal: cleanup.signal });
  signal.addEventListener('abort', onAbort, { signal: cleanup.signal });
  if (signal.aborted) onAbort();
  const finished = promise.finally(() => {
    clearTimeout(timer);
    cleanup.abort();
  });
  return { finished, skip: resolve };
}
