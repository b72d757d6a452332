import { expect, it } from 'vitest';
import { forgotPath, loginOf } from './forgot-path.ts';

it('returns the login of the area in the query, and home for any other value', () => {
  const from = (path: string) => new URL(path, 'https://portal.invalid').searchParams.get('from');
  expect(loginOf(from(forgotPath('center')))).toBe('/auth/medical-center/login');
  expect(loginOf(from(forgotPath('doctor')))).toBe('/auth/doctor/login');
  expect(loginOf(from(forgotPath('admin')))).toBe('/auth/admin/login');
  for (const unknownArea of [null, '', '//evil.example', 'toString']) expect(loginOf(unknownArea)).toBe('/');
});
