import listed from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { isCommonPassword } from './is-common-password.ts';

const personalWords = ['maria.papadopoulou@aegean-imaging.gr', 'Aegean Imaging'];

it.each([
  'passwordpassword',
  'Password12345678',
  'P@ssw0rdP@ssw0rd!',
  'qwertyuiopasdfgh',
  'zxcvbnmasdfghjkl',
  '123456789012345',
  '987654321987654321',
  'aaaaaaaaaaaaaaaaaa',
  'xkqxkqxkqxkqxkq',
  'abcdefghijklmnop',
  'MedCloud2026MedCloud',
  'Aegean Imaging 2026!',
  'maria.papadopoulou1',
  'administrator2025!!',
  'κωδικόςκωδικός1',
  'Ολυμπιακός Ολυμπιακός',
  'welcomewelcome2024',
  'iloveyou iloveyou',
  'correct horse battery staple',
  'To be, or not to be 2026!',
  'MayTheForceBeWithYou1',
  'Πάτερ ημών ο εν τοις ουρανοίς',
])('finds %s common', (password) => {
  expect(isCommonPassword(password, personalWords)).toBe(true);
});

it.each([
  'fifteen chars !',
  'a long doctor password',
  'copper heron battery staple',
  'Το καράβι φεύγει στις οκτώ',
  'K7#vQ2m!xZ9pL4w',
  'three small boats at noon',
  '837465910284736',
  'butterfly liverpool harbour',
])('does not find %s common', (password) => {
  expect(isCommonPassword(password, personalWords)).toBe(false);
});

it('finds the 3,000 most used passwords common, also doubled or extended by digits to 15 characters (T-PW1)', () => {
  const commonPasswords = listed.slice(0, 3_000);
  expect(commonPasswords.length).toBe(3_000);
  const lengthen = (word: string) => [word, word + word, `${word}123456789012345`.slice(0, Math.max(15, word.length))];
  expect(commonPasswords.filter((word) => lengthen(word).some((long) => !isCommonPassword(long)))).toEqual([]);
});

it.each(['liverpoolliverpool', 'butterfly butterfly', 'chelseachelseachelsea', 'snowball19941994'])(
  'finds %s common, since it extends a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

/** Measures the CPU time of this thread in microseconds. Excludes other work on the machine. */
function measureCpuTime(passwords: readonly string[]): number {
  const before = process.threadCpuUsage();
  for (let round = 0; round < 50; round += 1)
    for (const password of passwords) isCommonPassword(password, personalWords);
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

it('checks the longest password without catastrophic backtracking', () => {
  const buildPasswords = (length: number) => [
    ...['a', 'ab', 'qwer1', 'password', 'xkqwvz'].map((unit) => unit.repeat(length).slice(0, length)),
    `${'ab'.repeat(length / 2 - 1)}c!`,
  ];
  measureCpuTime(buildPasswords(128)); // warms up the compiler
  // Linear work costs 4 times as much, quadratic work 16 times, a backtracking pattern millions of times, on any
  // machine. The system counts in steps of up to 10 ms.
  expect(measureCpuTime(buildPasswords(128))).toBeLessThan(32 * (measureCpuTime(buildPasswords(32)) + 10_000));
});
