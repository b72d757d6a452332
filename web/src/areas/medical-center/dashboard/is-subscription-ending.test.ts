import { describe, expect, it } from 'vitest';
import { isSubscriptionEnding } from './is-subscription-ending.ts';

const active = { plan: 'basic', status: 'active', end: '2026-12-15' } as const;

describe('isSubscriptionEnding', () => {
  it('returns true from fourteen days before the end, and after it', () => {
    expect(isSubscriptionEnding(active, '2026-11-30')).toBe(false);
    expect(isSubscriptionEnding(active, '2026-12-01')).toBe(true);
    expect(isSubscriptionEnding(active, '2026-12-15')).toBe(true);
    expect(isSubscriptionEnding({ ...active, status: 'expired' }, '2027-02-01')).toBe(true);
  });

  it('returns false for a subscription that is neither active nor expired', () => {
    expect(isSubscriptionEnding({ ...active, status: 'pending' }, '2026-12-10')).toBe(false);
    expect(isSubscriptionEnding({ ...active, status: 'inactive', end: null }, '2026-12-10')).toBe(false);
  });
});
