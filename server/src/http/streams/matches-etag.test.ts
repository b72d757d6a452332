import { describe, expect, it } from 'vitest';
import { matchesEtag } from './matches-etag.ts';

describe('If-None-Match', () => {
  it.each(['"abc"', 'W/"abc"', '*', ' * ', '"x", "abc"', '"x","y" , W/"abc"', '"a,b", "abc"'])(
    'names them: %s',
    (header) => {
      expect(matchesEtag(header, '"abc"')).toBe(true);
    },
  );

  it.each(['W/"abc"', '"abc"', '*', '"x", W/"abc"'])('names what is weak itself: %s', (header) => {
    expect(matchesEtag(header, 'W/"abc"')).toBe(true);
  });

  it('does not name another that is weak', () => expect(matchesEtag('W/"ab"', 'W/"abc"')).toBe(false));

  it.each([undefined, '', 'abc', '"ab"', 'W/"ab"', '"x", "y"', '"x"abc"', '*, "x"', 'w/"abc"x'])(
    'does not name them: %s',
    (header) => expect(matchesEtag(header, '"abc"')).toBe(false),
  );
});
