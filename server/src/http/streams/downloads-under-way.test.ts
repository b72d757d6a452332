import { describe, expect, it } from 'vitest';
import { openDownloadsUnderWay } from './downloads-under-way.ts';

const mebibyte = 1_048_576;
const sizeBytes = 100 * mebibyte;

describe('a download under way', () => {
  /** Gives out a part, to its end unless it is cut after some bytes; answers whether it went on with the one before. */
  function giving(downloads = openDownloadsUnderWay(), size = sizeBytes) {
    return (start: number, end = size, cutAfter?: number, sessionId = 'one', examId = 'exam') => {
      const wanted = { sessionId, examId, sizeBytes: size, span: { start, end } };
      const goesOn = downloads.goesOn(wanted);
      const part = downloads.begin(wanted);
      part.passed(cutAfter ?? end - start);
      if (cutAfter === undefined) part.done();
      return goesOn;
    };
  }

  it('goes on where it was cut, again and again', () => {
    const give = giving();
    expect(give(0, sizeBytes, 30 * mebibyte)).toBe(false);
    expect(give(29 * mebibyte, sizeBytes, 40 * mebibyte)).toBe(true);
    expect(give(68 * mebibyte)).toBe(true);
  });

  it('goes on part by part', () => {
    const give = giving();
    expect(give(0, 10)).toBe(false);
    expect(give(10, 20)).toBe(true);
    expect(give(50, sizeBytes)).toBe(true);
  });

  it('is another one once it was given, from its first byte, from its second, or from the middle', () => {
    for (const start of [0, 1, 50 * mebibyte]) {
      const give = giving();
      give(0);
      expect(give(start)).toBe(false);
    }
    const give = giving();
    give(1);
    expect(give(1)).toBe(false);
    expect(give(2)).toBe(false);
  });

  it('is another one where it goes back, or on from what was not given', () => {
    const give = giving();
    give(0, 20);
    expect(give(10, 30)).toBe(false);
    const cut = giving();
    cut(0, sizeBytes, 30 * mebibyte);
    expect(cut(31 * mebibyte)).toBe(false);
  });

  it('cannot be cut and gone on with for ever: at most what a cut may lose is given twice', () => {
    const give = giving();
    expect(give(1, sizeBytes, sizeBytes - 2)).toBe(false);
    expect(give(2, sizeBytes, sizeBytes - 3)).toBe(false);
    const small = giving(undefined, 1_000);
    expect([small(1, 1_000, 998), small(2, 1_000, 997), small(3, 1_000, 996)]).toEqual([false, true, false]);
  });

  it('is of one session and one exam', () => {
    const give = giving();
    give(0, 10);
    expect(give(10, 20, undefined, 'two')).toBe(false);
    expect(give(10, 20, undefined, 'one', 'other')).toBe(false);
    expect(give(10, 20)).toBe(true);
  });

  it('is forgotten when too many others began since', () => {
    const downloads = openDownloadsUnderWay();
    const give = giving(downloads);
    give(0, 10);
    for (let count = 0; count < 5_000; count += 1) give(0, 10, undefined, `session ${count}`);
    expect(give(10, 20)).toBe(false);
    expect(give(10, 20, undefined, 'session 4999')).toBe(true);
  });
});
