import { describe, expect, it } from 'vitest';
import { matchesEtag } from './matches-etag.ts';

describe('matchesEtag', () => {
  it.each(['"abc"', 'W/"abc"', '*', ' * ', '"x", "abc"', '"x","y" , W/"abc"', '"a,b", "abc"'])(
    'matches a strong tag: %s',
    (header) => {
      expect(matchesEtag(header, '"abc"')).toBe(true);
    },
  );

  it.each(['W/"abc"', '"abc"', '*', '"x", W/"abc"'])('matches a weak tag: %s', (header) => {
    expect(matchesEtag(header, 'W/"abc"')).toBe(true);
  });

  it('does not match another weak tag', () => expect(matchesEtag('W/"ab"', 'W/"abc"')).toBe(false));

  it.each([undefined, '', 'abc', '"ab"', 'W/"ab"', '"x", "y"', '"x"abc"', '*, "x"', 'w/"abc"x'])(
    'does not match a strong tag: %s',
    (header) => expect(matchesEtag(header, '"abc"')).toBe(false),
  );
});
