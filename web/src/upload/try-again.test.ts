import { PortalError } from '@medcloud/contract/caller';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTry, pause } from './try-again.ts';
import { AnotherFile, PortalNotReached, UploadCancelled } from './upload-faults.ts';

const answer = (status: number, retryAfter: string | null = null) => new PortalError(status, '{}', retryAfter);
const failures = [0, 1, 2, 3, 4, 5, 6, 7, 100, 10_000];

describe('what is tried again', () => {
  it.each([
    ['no answer', new PortalNotReached()],
    ['502', answer(502)],
    ['503', answer(503)],
    ['504', answer(504)],
  ])('is %s for as long as the page stands, half a minute apart at most', (_, error) => {
    const tries = failures.map((count) => nextTry(error, count));
    expect(tries.map((next) => next?.what)).toEqual(failures.map(() => 'connection'));
    expect(tries.map((next) => next?.ms)).toEqual([
      ...[500, 1_000, 2_000, 4_000, 8_000, 16_000],
      ...[30_000, 30_000, 30_000, 30_000],
    ]);
  });

  it.each([423, 429])('is %i: its turn comes', (status) => {
    expect(failures.map((count) => nextTry(answer(status), count)?.what)).toEqual(failures.map(() => 'turn'));
  });

  it('goes when the portal says', () => {
    for (const status of [423, 429, 503]) expect(nextTry(answer(status, '10'), 0)?.ms).toBe(10_000);
    expect(nextTry(answer(503, 'Mon, 23 Nov 2026 00:00:00 GMT'), 1)?.ms).toBe(1_000);
  });

  it('is not what passes tomorrow: a person is told that the uploads of today are used up', () => {
    expect(nextTry(answer(429, '3600'), 0)).toBeUndefined();
  });

  it.each([408, 409, 460, 500, 507])('is %i some times', (status) => {
    expect(failures.map((count) => nextTry(answer(status), count) !== undefined)).toEqual(
      failures.map((count) => count < 7),
    );
  });

  it.each([400, 401, 403, 404, 410, 413, 415, 422])('is not %i', (status) => {
    expect(nextTry(answer(status), 0)).toBeUndefined();
  });

  it('is no other file, and none that cannot be read', () => {
    expect(nextTry(new AnotherFile(), 0)).toBeUndefined();
    expect(nextTry(new DOMException('It was moved.', 'NotReadableError'), 0)).toBeUndefined();
  });
});

describe('the wait between two tries', () => {
  const day = 86_400_000;
  let page = new EventTarget();
  const line = (onLine: boolean) => vi.stubGlobal('navigator', { onLine });
  beforeEach(() => {
    page = new EventTarget();
    vi.stubGlobal('window', page);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Whether a wait ends within so long. */
  const endsWithin = async (ms: number, over: Promise<void>) => {
    let isOver = false;
    void over.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(ms);
    return isOver;
  };

  it('ends by itself', async () => {
    line(true);
    const { over } = pause(500, new AbortController().signal);
    expect(await endsWithin(499, over)).toBe(false);
    expect(await endsWithin(1, over)).toBe(true);
    expect(await over).toBeUndefined();
  });

  it('ends when the browser is online again, and not before while it is offline', async () => {
    line(false);
    const { over } = pause(0, new AbortController().signal);
    expect(await endsWithin(day, over)).toBe(false);
    page.dispatchEvent(new Event('online'));
    expect(await over).toBeUndefined();
  });

  it('ends when its user wants to try now', async () => {
    line(false);
    const { over, end } = pause(day, new AbortController().signal);
    end();
    expect(await over).toBeUndefined();
  });

  it('ends when the upload is cancelled or paused', async () => {
    line(true);
    const stop = new AbortController();
    const { over } = pause(day, stop.signal);
    stop.abort();
    await expect(over).rejects.toBeInstanceOf(UploadCancelled);
    await expect(pause(day, stop.signal).over).rejects.toBeInstanceOf(UploadCancelled);
  });
});
