import { describe, expect, it } from 'vitest';
import { commonText } from './common.ts';
import { type Same, texts } from './texts.ts';
import { translatorOf } from './translate.ts';

// What must not compile: `npm test -- types` fails where one of these lines is no error any more.

const english = { greeting: 'Good morning', farewell: { short: 'Bye' } } as const;

describe('the type check finds', () => {
  it('a translation that is missing, at any depth', () => {
    // @ts-expect-error: there is no short farewell in Greek
    const greek: Same<typeof english> = { greeting: 'Καλημέρα', farewell: {} };
    expect(Object.keys(greek.farewell)).toEqual([]);
  });

  it('a translation too many', () => {
    const farewell = { short: 'Γεια' };
    // @ts-expect-error: nobody says good night in English
    const area = texts(english, { greeting: 'Καλημέρα', farewell, night: 'Καληνύχτα' });
    expect(Object.keys(area.el)).toContain('night');
  });

  it('a key that no text has, and an argument that is left out', () => {
    const t = translatorOf(commonText, 'en');
    // @ts-expect-error: there is no such action
    const unknown = () => t('action.dance');
    // @ts-expect-error: the sentence has two figures
    const incomplete = () => t('progress.of', { done: '1' });
    expect([unknown, incomplete]).toHaveLength(2);
  });
});
