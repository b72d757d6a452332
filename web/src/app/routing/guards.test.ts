import { describe, expect, it } from 'vitest';
import { guardRoute } from './guard-route.ts';
import { loginPath, resolveNextPath } from './next-path.ts';

const anonymous = { isLoading: false, hasFailed: false, role: undefined };

describe('guardRoute', () => {
  it('returns sign-in without a session', () => {
    expect(guardRoute(anonymous, 'doctor')).toBe('sign-in');
    expect(guardRoute(anonymous)).toBe('sign-in');
  });

  it('returns skeleton while the session loads and no-answer after a failed request', () => {
    expect(guardRoute({ ...anonymous, isLoading: true }, 'doctor')).toBe('skeleton');
    expect(guardRoute({ ...anonymous, hasFailed: true }, 'doctor')).toBe('no-answer');
  });

  it('lets in only the required role, and any role if none is required', () => {
    expect(guardRoute({ ...anonymous, role: 'doctor' }, 'doctor')).toBe('enter');
    expect(guardRoute({ ...anonymous, role: 'doctor' }, 'admin')).toBe('other-role');
    expect(guardRoute({ ...anonymous, role: 'medical_center' })).toBe('enter');
  });

  it('keeps a signed-in user inside if a later session request fails', () => {
    expect(guardRoute({ isLoading: false, hasFailed: true, role: 'doctor' }, 'doctor')).toBe('enter');
  });
});

describe('resolveNextPath', () => {
  it('returns the requested screen with its search and fragment', () => {
    const login = loginPath('center', '/medical-center/patients?search=παπαδ&sort=old#row');
    const next = new URL(login, 'https://portal.invalid').searchParams.get('next');
    expect(login.startsWith('/auth/medical-center/login?next=')).toBe(true);
    expect(decodeURIComponent(resolveNextPath('center', next))).toBe(
      '/medical-center/patients?search=παπαδ&sort=old#row',
    );
    expect(resolveNextPath('doctor', '/account')).toBe('/account');
    expect(resolveNextPath('admin', '/account/security')).toBe('/account/security');
    expect(resolveNextPath('center', '/exams/e1/view')).toBe('/exams/e1/view');
    expect(resolveNextPath('admin', '/exams/e1/view')).toBe('/admin/dashboard');
  });

  it('never leads out of the portal or the area', () => {
    const unsafePaths = [
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
    for (const path of unsafePaths) expect(resolveNextPath('doctor', path), String(path)).toBe('/doctor/dashboard');
  });
});
