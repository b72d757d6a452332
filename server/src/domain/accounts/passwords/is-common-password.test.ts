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
])('%s is easy to guess', (password) => {
  expect(isCommonPassword(password, personalWords)).toBe(true);
});

it.each([
  'fifteen chars !',
  'a long doctor password',
  'correct horse battery staple',
  'Το καράβι φεύγει στις οκτώ',
  'K7#vQ2m!xZ9pL4w',
  'three small boats at noon',
  'butterfly liverpool harbour',
])('%s is not', (password) => {
  expect(isCommonPassword(password, personalWords)).toBe(false);
});

it('T-PW1: the 3,000 most common are refused, said twice, or drawn out by digits to fifteen characters', () => {
  const commonPasswords = listed.slice(0, 3_000);
  expect(commonPasswords.length).toBe(3_000);
  const lengthen = (word: string) => [word, word + word, `${word}123456789012345`.slice(0, Math.max(15, word.length))];
  expect(commonPasswords.filter((word) => lengthen(word).some((long) => !isCommonPassword(long)))).toEqual([]);
});

it.each(['liverpoolliverpool', 'butterfly butterfly', 'chelseachelseachelsea', 'snowball19941994'])(
  '%s is made of a common one',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

/** Processor time of this thread, in microseconds: other work on the machine is not counted. */
function measureCpuTime(passwords: readonly string[]): number {
  const before = process.threadCpuUsage();
  for (let round = 0; round < 50; round += 1)
    for (const password of passwords) isCommonPassword(password, personalWords);
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

it('takes no time for the longest password there is', () => {
  const buildPasswords = (length: number) => [
    ...['a', 'ab', 'qwer1', 'password', 'xkqwvz'].map((unit) => unit.repeat(length).slice(0, length)),
    `${'ab'.repeat(length / 2 - 1)}c!`,
  ];
  measureCpuTime(buildPasswords(128)); // compiles it
  // What grows with the length costs 4 times as much, what grows with its square 16 times, a pattern that tries every way to
  // repeat a part millions of times: on a fast machine as on a slow one. The system counts in steps of up to 10 ms.
  expect(measureCpuTime(buildPasswords(128))).toBeLessThan(32 * (measureCpuTime(buildPasswords(32)) + 10_000));
});
