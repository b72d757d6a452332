import { expect, it } from 'vitest';
import { messages as greekUpload } from './el/upload.ts';
import { messages as english } from './en/common.ts';
import { messages as upload } from './en/upload.ts';
import type { SameKeys } from './messages.ts';
import { translatorOf } from './translate.ts';

const en = { title: 'Title', count: '{count, plural, one {# exam} other {# exams}}', part: { save: 'Save' } } as const;
const el = { title: 'Τίτλος', count: '{count, plural, one {# εξέταση} other {# εξετάσεις}}', part: { save: 'Σώσε' } };
const define = (texts: SameKeys<typeof en>) => texts;

/** Never called. Each line must not compile; the type check of `npm test` fails if one does. */
const invalidCalls = [
  // @ts-expect-error a message without its Greek text
  () => define({ title: 'Τίτλος', count: '', part: {} }),
  // @ts-expect-error a group without its Greek texts
  () => define({ title: 'Τίτλος', count: '' }),
  // @ts-expect-error a Greek text for a missing key
  () => define({ ...el, more: 'Κι άλλο' }),
  // @ts-expect-error an unknown area
  () => translatorOf('nothing', 'en', english),
  // @ts-expect-error an unknown group
  () => translatorOf('common.nothing', 'en', english),
  // @ts-expect-error an unknown key
  () => translatorOf('common', 'en', english)('nothing'),
  // @ts-expect-error a group is not a message
  () => translatorOf('common', 'en', english)('ahead'),
  // @ts-expect-error a missing argument
  () => translatorOf('common', 'en', english)('ahead.day'),
  // @ts-expect-error an unsupported language
  () => translatorOf('common', 'xx', english),
];

it('translates if all keys exist: each invalid call above differs from this by one mistake', () => {
  expect(define(el).part.save).toBe('Σώσε');
  expect(translatorOf('common', 'en', english)('ahead.day', { count: 2 })).toBe('in 2 days');
  expect(Object.keys(greekUpload)).toEqual(Object.keys(upload));
  expect(invalidCalls).toHaveLength(9);
});
