import { describe, expect, it } from 'vitest';
import { isEndingSoon } from './is-ending-soon.ts';

describe('isEndingSoon', () => {
  const now = Date.parse('2026-11-21T10:00:00.000Z');

  it('returns true for three remaining whole days or fewer', () => {
    expect(isEndingSoon('2026-11-25T09:59:59.000Z', now)).toBe(true);
    expect(isEndingSoon('2026-11-25T10:00:00.000Z', now)).toBe(false);
    expect(isEndingSoon('2026-11-21T10:00:01.000Z', now)).toBe(true);
  });
});
