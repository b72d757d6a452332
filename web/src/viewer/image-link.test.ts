import { describe, expect, it } from 'vitest';
import { formatImageLink, parseImageLink } from './image-link.ts';

describe('parseImageLink', () => {
  it('reads image, frame and window', () => {
    const link = { sop: '1.2.840.1', frame: 7, window: { width: 400, center: -40 } };
    expect(parseImageLink('#image=1.2.840.1/7&window=400,-40')).toEqual(link);
    expect(parseImageLink(formatImageLink(link))).toEqual(link);
  });

  it('means the first frame without a number, and no window if it cannot be read', () => {
    for (const window of ['', '&window=x,1', '&window=0,1', '&window=1', '&window=1,2,3', '&window=Infinity,1'])
      expect(parseImageLink(`#image=1.2.3${window}`)).toEqual({ sop: '1.2.3', frame: 1, window: undefined });
  });

  it('returns null for other fragments', () => {
    for (const fragment of [
      '',
      '#',
      '#image=',
      '#image=abc/1',
      '#image=1.2/x',
      `#image=${'1'.repeat(65)}`,
      '#window=1,2',
    ])
      expect(parseImageLink(fragment)).toBeNull();
  });
});
