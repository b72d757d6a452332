import { expect, it } from 'vitest';
import { forgotPath, loginOf } from './forgot-path.ts';

it('leads back to the door one came from, and home from anywhere else', () => {
  const from = (path: string) => new URL(path, 'https://portal.invalid').searchParams.get('from');
  expect(loginOf(from(forgotPath('center')))).toBe('/auth/medical-center/login');
  expect(loginOf(from(forgotPath('doctor')))).toBe('/auth/doctor/login');
  expect(loginOf(from(forgotPath('admin')))).toBe('/auth/admin/login');
  for (const unknownArea of [null, '', '//evil.example', 'toString']) expect(loginOf(unknownArea)).toBe('/');
});
