import { PortalError } from '@medcloud/contract/caller';
import type { Waiting } from './queue.ts';
import { PortalNotReached, UploadCancelled } from './upload-faults.ts';

const longestMs = 30_000;
/** So long a person need not be told: a part of another upload is over by then. */
const longestTurnMs = 60_000;
const mostFailures = 7;
// 423: another part is being taken; 429: three uploads of the center are under way
const turns = [423, 429];
const away = [502, 503, 504];
// 409: the offset is another; 460: the bytes came damaged
const passing = [408, 409, 460];

export interface NextTry {
  what: Waiting['what'];
  ms: number;
}

/**
 * What a failed try waits for, and how long, after so many failures in a row; undefined where a person has to be told. Without a
 * line, without a portal or behind another upload it is tried for as long as the page stands, and when the portal says (Retry-After).
 */
export function nextTry(error: unknown, failures: number): NextTry | undefined {
  const backOffMs = Math.min(longestMs, 500 * 2 ** failures);
  if (error instanceof PortalNotReached) return { what: 'connection', ms: backOffMs };
  if (!(error instanceof PortalError)) return undefined;
  const { status, retryAfterSeconds } = error;
  const ms = 1_000 * (retryAfterSeconds || 0) || backOffMs;
  // longer is no turn: the uploads of today are used up, or too many are open
  if (turns.includes(status)) return ms > longestTurnMs ? undefined : { what: 'turn', ms };
  if (away.includes(status)) return { what: 'connection', ms };
  const mayPass = passing.includes(status) || status >= 500;
  return mayPass && failures < mostFailures ? { what: 'connection', ms } : undefined;
}

/** A wait between two tries. */
export interface Pause {
  /** Fails with `UploadCancelled` on the signal. */
  over: Promise<void>;
  end: () => void;
}

/** Waits for so long, or until the browser is online again; while it is offline for that alone. */
export function pause(ms: number, signal: AbortSignal): Pause {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ended = new AbortController();
  const timer = navigator.onLine ? setTimeout(resolve, ms) : undefined;
  const stop = () => reject(new UploadCancelled());
  window.addEventListener('online', () => resolve(), { signal: ended.signal });
  signal.addEventListener('abort', stop, { signal: ended.signal });
  if (signal.aborted) stop();
  const over = promise.finally(() => {
    clearTimeout(timer);
    ended.abort();
  });
  return { over, end: resolve };
}
