import { expect, it } from 'vitest';
import { readableDescription } from './study-description.ts';

const describeExam = (description: string | null, modalities: string[] = ['CT']) =>
  readableDescription({
    description,
    modalities,
    bodyParts: [],
    laterality: null,
    seriesCount: 1,
    imageCount: 1,
    hasThumbnail: false,
  });

it.each([
  ['CT Thorax with contrast', 'CT Thorax with contrast'],
  ['  ΜΑΓΝΗΤΙΚΗ   ΤΟΜΟΓΡΑΦΙΑ ΓΟΝΑΤΟΣ ', 'ΜΑΓΝΗΤΙΚΗ ΤΟΜΟΓΡΑΦΙΑ ΓΟΝΑΤΟΣ'],
  ['ABDOMEN^LIVER_3PHASE', 'ABDOMEN LIVER 3PHASE'],
  ['Γόνατο', 'Γόνατο'],
])('shows %j', (description, shown) => {
  expect(describeExam(description)).toBe(shown);
});

it.each([
  [null],
  [''],
  ['   '],
  ['ct'],
  ['CT'],
  ['2024-03-12_0001'],
  ['1.2.840.113619.2.1'],
  ['e+1'],
  ['Unnamed'],
  ['n/a'],
])('does not show %j', (description) => {
  expect(describeExam(description)).toBeNull();
});

it('does not show one modality of several', () => {
  expect(describeExam('PT', ['CT', 'PT'])).toBeNull();
});
