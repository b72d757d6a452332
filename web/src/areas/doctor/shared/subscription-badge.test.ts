import { describe, expect, it } from 'vitest';
import { subscriptionBadge } from './subscription-badge.ts';

describe('subscriptionBadge', () => {
  const today = '2026-11-21';
  it.each([
    ['active', '2020-01-01', 'active'],
    ['pending', null, 'pending'],
    ['inactive', '2020-01-01', 'expired'],
    ['inactive', today, 'inactive'],
    ['inactive', null, 'inactive'],
  ] as const)('calls %s until %s %s', (status, end, word) => expect(subscriptionBadge(status, end, today)).toBe(word));
});
