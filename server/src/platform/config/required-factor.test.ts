import { describe, expect, it } from 'vitest';
import { readRequiredFactor } from './required-factor.ts';

const read = (environment: Record<string, string>, isHttps = true) =>
  readRequiredFactor((name) => environment[name], isHttps);

describe('whose accounts must have a second factor', () => {
  it('is administrators and doctors on https, and no one on http://localhost', () => {
    expect(read({})).toEqual({ roles: ['admin', 'doctor'], graceDays: 14 });
    expect(read({}, false)).toEqual({ roles: [], graceDays: 14 });
  });

  it('is what the settings name, each once', () => {
    expect(read({ REQUIRE_SECOND_FACTOR: 'admin admin', SECOND_FACTOR_GRACE_DAYS: '0' })).toEqual({
      roles: ['admin'],
      graceDays: 0,
    });
    expect(read({ REQUIRE_SECOND_FACTOR: 'doctor, admin' }, false).roles).toEqual(['doctor', 'admin']);
  });

  it.each(['none', 'doctor'])('always contains administrators on https: %s is refused', (text) => {
    expect(() => read({ REQUIRE_SECOND_FACTOR: text })).toThrow('it must contain admin');
    expect(() => read({ REQUIRE_SECOND_FACTOR: text }, false)).not.toThrow();
  });

  it('is refused with an unknown role or number of days', () => {
    expect(() => read({ REQUIRE_SECOND_FACTOR: 'admin,center' })).toThrow('center is neither admin nor doctor');
    for (const days of ['-1', '366', '1.5', 'two'])
      expect(() => read({ SECOND_FACTOR_GRACE_DAYS: days })).toThrow('whole number from 0 to 365');
  });
});
