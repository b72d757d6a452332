import { describe, expect, it } from 'vitest';
import { isEtagMatch } from './is-etag-match.ts';

describe('isEtagMatch', () => {
  it.each(['"abc"', 'W/"abc"', '*', ' * ', '"x", "abc"', '"x","y" , W/"abc"', '"a,b", "abc"'])(
    'matches a strong tag: %s',
    (header) => {
      expect(isEtagMatch(header, '"abc"')).toBe(true);
    },
  );

  it.each(['W/"abc"', '"abc"', '*', '"x", W/"abc"'])('matches a weak tag: %s', (header) => {
    expect(isEtagMatch(header, 'W/"abc"')).toBe(true);
  });

  it('does not match another weak tag', () => expect(isEtagMatch('W/"ab"', 'W/"abc"')).toBe(false));

  it.each([undefined, '', 'abc', '"ab"', 'W/"ab"', '"x", "y"', '"x"abc"', '*, "x"', 'w/"abc"x'])(
    'does not match a strong tag: %s',
    (header) => expect(isEtagMatch(header, '"abc"')).toBe(false),
  );
});
