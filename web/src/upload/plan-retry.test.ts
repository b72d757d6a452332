import { ApiError } from '@medcloud/contract/api-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pauseBeforeRetry, planRetry } from './plan-retry.ts';
import { FileMismatchError, ServerUnreachableError, UploadCanceledError } from './upload-errors.ts';

const apiError = (status: number, retryAfter: string | null = null) => new ApiError(status, '{}', retryAfter);
const failures = [0, 1, 2, 3, 4, 5, 6, 7, 100, 10_000];

describe('planRetry', () => {
  it.each([
    ['no response', new ServerUnreachableError()],
    ['502', apiError(502)],
    ['503', apiError(503)],
    ['504', apiError(504)],
  ])('retries %s as long as the page is open, at most 30 s apart', (_, error) => {
    const plans = failures.map((count) => planRetry(error, count));
    expect(plans.map((next) => next?.reason)).toEqual(failures.map(() => 'connection'));
    expect(plans.map((next) => next?.ms)).toEqual([
      ...[500, 1_000, 2_000, 4_000, 8_000, 16_000],
      ...[30_000, 30_000, 30_000, 30_000],
    ]);
  });

  it.each([423, 429])('retries %i with reason turn', (status) => {
    expect(failures.map((count) => planRetry(apiError(status), count)?.reason)).toEqual(failures.map(() => 'turn'));
  });

  it('waits as long as Retry-After requests', () => {
    for (const status of [423, 429, 503]) expect(planRetry(apiError(status, '10'), 0)?.ms).toBe(10_000);
    expect(planRetry(apiError(503, 'Mon, 23 Nov 2026 00:00:00 GMT'), 1)?.ms).toBe(1_000);
  });

  it('does not retry a 429 of more than a minute: today’s uploads are used up, and the user must see it', () => {
    expect(planRetry(apiError(429, '3600'), 0)).toBeUndefined();
  });

  it.each([408, 409, 460, 500, 507])('retries %i seven times', (status) => {
    expect(failures.map((count) => planRetry(apiError(status), count) !== undefined)).toEqual(
      failures.map((count) => count < 7),
    );
  });

  it.each([400, 401, 403, 404, 410, 413, 415, 422])('does not retry %i', (status) => {
    expect(planRetry(apiError(status), 0)).toBeUndefined();
  });

  it('does not retry a mismatching or unreadable file', () => {
    expect(planRetry(new FileMismatchError(), 0)).toBeUndefined();
    expect(planRetry(new DOMException('It was moved.', 'NotReadableError'), 0)).toBeUndefined();
  });
});

describe('pauseBeforeRetry', () => {
  const day = 86_400_000;
  let page = new EventTarget();
  const setOnline = (isOnline: boolean) => vi.stubGlobal('navigator', { onLine: isOnline });
  beforeEach(() => {
    page = new EventTarget();
    vi.stubGlobal('window', page);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Returns whether the pause ends within `ms`. */
  const isEndingWithin = async (ms: number, finished: Promise<void>) => {
    let isFinished = false;
    void finished.then(() => {
      isFinished = true;
    });
    await vi.advanceTimersByTimeAsync(ms);
    return isFinished;
  };

  it('ends after the given time', async () => {
    setOnline(true);
    const { finished } = pauseBeforeRetry(500, new AbortController().signal);
    expect(await isEndingWithin(499, finished)).toBe(false);
    expect(await isEndingWithin(1, finished)).toBe(true);
    expect(await finished).toBeUndefined();
  });

  it('ends when an offline browser is online again, not earlier', async () => {
    setOnline(false);
    const { finished } = pauseBeforeRetry(0, new AbortController().signal);
    expect(await isEndingWithin(day, finished)).toBe(false);
    page.dispatchEvent(new Event('online'));
    expect(await finished).toBeUndefined();
  });

  it('ends when it is skipped', async () => {
    setOnline(false);
    const { finished, skip } = pauseBeforeRetry(day, new AbortController().signal);
    skip();
    expect(await finished).toBeUndefined();
  });

  it('rejects with UploadCanceledError when the signal aborts', async () => {
    setOnline(true);
    const controller = new AbortController();
    const { finished } = pauseBeforeRetry(day, controller.signal);
    controller.abort();
    await expect(finished).rejects.toBeInstanceOf(UploadCanceledError);
    await expect(pauseBeforeRetry(day, controller.signal).finished).rejects.toBeInstanceOf(UploadCanceledError);
  });
});
