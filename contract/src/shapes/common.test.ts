import { expect, it } from 'vitest';
import { parseShape } from '../parse-shape.ts';
import { isNameWithoutLink, personName } from './common.ts';

const codesOf = (shape: ReturnType<typeof personName>, name: string) => {
  const result = parseShape(shape, name);
  return result.success ? [] : result.issues.map(({ message }) => message);
};
const person = personName('required');

it.each([
  'Μαρία-Ελένη',
  "O'Brien",
  'D’Angelo',
  'J. R. R. Tolkien',
  'Α.Π. Νικολάου',
  'Zoë van der Berg',
  'Ελένη'.normalize('NFD'),
  'محمد',
  '山田',
  'Łukasz',
])('accepts the name %s', (name) => expect(codesOf(person, name)).toEqual([]));

it.each([
  'Win evil.com',
  'http://evil.gr/x',
  'Νίκος παίξε.ελ',
  'Maria\u202eevil',
  'Maria\u200b',
  'Maria\u2066x',
  'Maria\u3164',
  'a\u0007b',
  'Call 6900000001',
  'Maria <b>',
  '@evil',
  '...',
])('refuses the name %j', (name) => expect(codesOf(person, name)).toHaveLength(1));

it('limits a name to 100 characters', () => {
  expect(codesOf(person, 'α'.repeat(100))).toEqual([]);
  expect(codesOf(person, 'α'.repeat(101))).toEqual(['too_many_characters:100']);
});

it('finds a link or a direction character in a center’s name, which may have digits', () => {
  expect(isNameWithoutLink('3ο Διαγνωστικό (Χίου) & Συνεργάτες Α.Ε.')).toBe(true);
  expect(isNameWithoutLink('Κέντρο Νο 3. Χίος, 24.5')).toBe(true);
  for (const link of ['evil.com', 'clinic24.gr', '2.evil.com', 'clinic24\u3002com', 'evil\uff0ecom', 'http://10.0.0.1'])
    expect(isNameWithoutLink(`Aegean ${link}`), link).toBe(false);
  expect(isNameWithoutLink('Aegean\u202e Imaging')).toBe(false);
});
