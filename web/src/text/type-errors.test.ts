import { expect, it } from 'vitest';
import { defineMessages } from './define-messages.ts';
import { defineSources } from './specification/source.ts';
import { translatorOf } from './translate.ts';

const en = { title: 'Title', count: '{count, plural, one {# exam} other {# exams}}', part: { save: 'Save' } } as const;
const el = {
  title: 'Τίτλος',
  count: '{count, plural, one {# εξέταση} other {# εξετάσεις}}',
  part: { save: 'Αποθήκευση' },
};
const area = defineMessages(en, el);

/** Never called. Each line must not compile; the type check of `npm test` fails if one does. */
const invalidCalls = [
  // @ts-expect-error a message without its Greek text
  () => defineMessages(en, { title: 'Τίτλος', count: '', part: {} }),
  // @ts-expect-error a group without its Greek texts
  () => defineMessages(en, { title: 'Τίτλος', count: '' }),
  // @ts-expect-error a Greek text for a missing key
  () => defineMessages(en, { ...el, more: 'Κι άλλο' }),
  // @ts-expect-error an unknown key
  () => translatorOf(area, 'en')('nothing'),
  // @ts-expect-error a group is not a message
  () => translatorOf(area, 'en')('part'),
  // @ts-expect-error a missing argument
  () => translatorOf(area, 'en')('count'),
  // @ts-expect-error an unsupported language
  () => translatorOf(area, 'fr'),
  // @ts-expect-error a text of the specification with an unknown key
  () => defineSources('area', area, [{ section: '2', on: ['home'], sentences: { Title: 'heading' } }]),
  // @ts-expect-error an unknown screen
  () => defineSources('area', area, [{ section: '2', on: ['nowhere'], sentences: { Title: 'title' } }]),
];

it('translates if all keys exist: each invalid call above differs from this by one mistake', () => {
  expect(translatorOf(area, 'el')('count', { count: 2 })).toBe('2 εξετάσεις');
  expect(translatorOf(area, 'en')('part.save')).toBe('Save');
  expect(
    defineSources('area', area, [{ section: '2', on: ['home'], sentences: { Title: 'title' } }]).sources,
  ).toHaveLength(1);
  expect(invalidCalls).toHaveLength(9);
});
