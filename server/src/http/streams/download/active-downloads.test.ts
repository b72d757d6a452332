import { describe, expect, it } from 'vitest';
import { createActiveDownloads } from './active-downloads.ts';

const mebibyte = 1_048_576;
const sizeBytes = 100 * mebibyte;

describe('createActiveDownloads', () => {
  /** Sends a part, to its end unless cut after some bytes. Returns whether it continued the previous part. */
  function createDownload(downloads = createActiveDownloads(), size = sizeBytes) {
    return (start: number, end = size, cutAfter?: number, sessionId = 'one', content = 'exam') => {
      const request = { sessionId, content, sizeBytes: size, span: { start, end } };
      const isContinuation = downloads.isContinuation(request);
      const part = downloads.start(request);
      part.addBytes(cutAfter ?? end - start);
      if (cutAfter === undefined) part.complete();
      return isContinuation;
    };
  }

  it('continues a download where it was cut, repeatedly', () => {
    const download = createDownload();
    expect(download(0, sizeBytes, 30 * mebibyte)).toBe(false);
    expect(download(29 * mebibyte, sizeBytes, 40 * mebibyte)).toBe(true);
    expect(download(68 * mebibyte)).toBe(true);
  });

  it('continues a download part by part', () => {
    const download = createDownload();
    expect(download(0, 10)).toBe(false);
    expect(download(10, 20)).toBe(true);
    expect(download(50, sizeBytes)).toBe(true);
  });

  it('counts a new download after a complete one, from its first byte, its second, or the middle', () => {
    for (const start of [0, 1, 50 * mebibyte]) {
      const download = createDownload();
      download(0);
      expect(download(start)).toBe(false);
    }
    const download = createDownload();
    download(1);
    expect(download(1)).toBe(false);
    expect(download(2)).toBe(false);
  });

  it('counts a new download for a range that goes back, or skips bytes that were not sent', () => {
    const download = createDownload();
    download(0, 20);
    expect(download(10, 30)).toBe(false);
    const cut = createDownload();
    cut(0, sizeBytes, 30 * mebibyte);
    expect(cut(31 * mebibyte)).toBe(false);
  });

  it('limits repeated cuts: at most the bytes that a cut may lose are sent twice', () => {
    const download = createDownload();
    expect(download(1, sizeBytes, sizeBytes - 2)).toBe(false);
    expect(download(2, sizeBytes, sizeBytes - 3)).toBe(false);
    const small = createDownload(undefined, 1_000);
    expect([small(1, 1_000, 998), small(2, 1_000, 997), small(3, 1_000, 996)]).toEqual([false, true, false]);
  });

  it('continues only a download of the same session and exam', () => {
    const download = createDownload();
    download(0, 10);
    expect(download(10, 20, undefined, 'two')).toBe(false);
    expect(download(10, 20, undefined, 'one', 'other')).toBe(false);
    expect(download(10, 20)).toBe(true);
  });

  it('drops the oldest download after too many others started', () => {
    const downloads = createActiveDownloads();
    const download = createDownload(downloads);
    download(0, 10);
    for (let count = 0; count < 5_000; count += 1) download(0, 10, undefined, `session ${count}`);
    expect(download(10, 20)).toBe(false);
    expect(download(10, 20, undefined, 'session 4999')).toBe(true);
  });
});
