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

/** Never called: each line must not compile, and the types' stage of `npm test` fails when one does. */
const invalidCalls = [
  // @ts-expect-error a sentence without its Greek
  () => defineMessages(en, { title: 'Τίτλος', count: '', part: {} }),
  // @ts-expect-error a whole part without its Greek
  () => defineMessages(en, { title: 'Τίτλος', count: '' }),
  // @ts-expect-error Greek for a sentence that is not there
  () => defineMessages(en, { ...el, more: 'Κι άλλο' }),
  // @ts-expect-error a key that is not there
  () => translatorOf(area, 'en')('nothing'),
  // @ts-expect-error a part is no sentence
  () => translatorOf(area, 'en')('part'),
  // @ts-expect-error a figure that is not given
  () => translatorOf(area, 'en')('count'),
  // @ts-expect-error a language that the portal does not speak
  () => translatorOf(area, 'fr'),
  // @ts-expect-error a sentence of the specification under a key that is not there
  () => defineSources('area', area, [{ section: '2', on: ['home'], sentences: { Title: 'heading' } }]),
  // @ts-expect-error a screen that is not there
  () => defineSources('area', area, [{ section: '2', on: ['nowhere'], sentences: { Title: 'title' } }]),
];

it('speaks where every key is there: what stands above differs from this by one mistake each', () => {
  expect(translatorOf(area, 'el')('count', { count: 2 })).toBe('2 εξετάσεις');
  expect(translatorOf(area, 'en')('part.save')).toBe('Save');
  expect(
    defineSources('area', area, [{ section: '2', on: ['home'], sentences: { Title: 'title' } }]).sources,
  ).toHaveLength(1);
  expect(invalidCalls).toHaveLength(9);
});
