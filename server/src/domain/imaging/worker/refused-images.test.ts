import { describe, expect, it } from 'vitest';
import { RefusedImages } from './refused-images.ts';

const form = { syntax: '1.2.840.10008.1.2.4.90', photometric: 'RGB', bits: '8/8/7' };

function collect() {
  const reports: [string, number][] = [];
  const images = new RefusedImages(({ bits }, count) => reports.push([bits, count]));
  return { reports, images };
}

describe('RefusedImages', () => {
  it('reports the first image of a form at once, and the number of others later', () => {
    const { reports, images } = collect();
    for (let image = 0; image < 1_000; image++) images.add(form);
    images.add({ ...form, bits: '16/12/11' });
    expect(reports).toEqual([
      ['8/8/7', 1],
      ['16/12/11', 1],
    ]);
    images.flush();
    images.flush();
    expect(reports.slice(2)).toEqual([['8/8/7', 999]]);
    images.add(form);
    expect(reports.slice(3)).toEqual([['8/8/7', 1]]);
  });

  it('counts forms beyond twenty together', () => {
    const { reports, images } = collect();
    for (let bits = 0; bits < 60; bits++) images.add({ ...form, bits: String(bits) });
    expect(reports.length).toBe(21);
    images.start()();
    expect(reports.slice(20)).toEqual([
      ['?', 1],
      ['?', 39],
    ]);
  });
});
