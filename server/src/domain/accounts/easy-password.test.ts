import { expect, it } from 'vitest';
import { isEasyPassword } from './easy-password.ts';

const about = ['maria.papadopoulou@aegean-imaging.gr', 'Aegean Imaging'];

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
  expect(isEasyPassword(password, about)).toBe(true);
});

it.each([
  'fifteen chars !',
  'a long doctor password',
  'correct horse battery staple',
  'Το καράβι φεύγει στις οκτώ',
  'K7#vQ2m!xZ9pL4w',
  'three small boats at noon',
])('%s is not', (password) => {
  expect(isEasyPassword(password, about)).toBe(false);
});

it('takes no time for the longest password there is', () => {
  const began = performance.now();
  for (const unit of ['a', 'ab', 'qwer1', 'password', 'xkqwvz']) isEasyPassword(unit.repeat(128).slice(0, 128), about);
  isEasyPassword(`${'ab'.repeat(63)}c!`, about);
  expect(performance.now() - began).toBeLessThan(1_000);
});
