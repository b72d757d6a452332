import { describe, expect, it } from 'vitest';
import { admit } from './guard-rule.ts';
import { loginWith, nextAfterLogin } from './next-path.ts';

const nobody = { isAsking: false, hasFailed: false, role: undefined };

describe('the guard of a screen', () => {
  it('sends whoever has no session to sign in', () => {
    expect(admit(nobody, 'doctor')).toBe('sign-in');
    expect(admit(nobody)).toBe('sign-in');
  });

  it('draws the frame while the portal is asked, and says when it does not answer', () => {
    expect(admit({ ...nobody, isAsking: true }, 'doctor')).toBe('skeleton');
    expect(admit({ ...nobody, hasFailed: true }, 'doctor')).toBe('no-answer');
  });

  it('lets in its own role only, and anybody where it asks for none', () => {
    expect(admit({ ...nobody, role: 'doctor' }, 'doctor')).toBe('enter');
    expect(admit({ ...nobody, role: 'doctor' }, 'admin')).toBe('other-role');
    expect(admit({ ...nobody, role: 'medical_center' })).toBe('enter');
  });

  it('keeps who is inside while a later question goes unanswered', () => {
    expect(admit({ isAsking: false, hasFailed: true, role: 'doctor' }, 'doctor')).toBe('enter');
  });
});

describe('the way back after signing in', () => {
  it('is the wanted screen, with its search and fragment', () => {
    const login = loginWith('center', '/medical-center/patients?search=παπαδ&sort=old#row');
    const next = new URL(login, 'https://portal.invalid').searchParams.get('next');
    expect(login.startsWith('/auth/medical-center/login?next=')).toBe(true);
    expect(decodeURIComponent(nextAfterLogin('center', next))).toBe(
      '/medical-center/patients?search=παπαδ&sort=old#row',
    );
    expect(nextAfterLogin('doctor', '/account')).toBe('/account');
    expect(nextAfterLogin('center', '/exams/e1/view')).toBe('/exams/e1/view');
    expect(nextAfterLogin('admin', '/exams/e1/view')).toBe('/admin/dashboard');
  });

  it('never leaves the portal or the area', () => {
    const strangers = [
      null,
      '',
      'https://evil.example/doctor/patients',
      '//evil.example/doctor/patients',
      '/\\evil.example/doctor/patients',
      '/\t/evil.example/doctor/',
      'javascript:alert(1)',
      'doctor/patients',
      '/admin/users',
      '/doctor/../admin/users',
      '/auth/doctor/login',
      '/doctorate',
    ];
    for (const wanted of strangers) expect(nextAfterLogin('doctor', wanted), String(wanted)).toBe('/doctor/dashboard');
  });
});
