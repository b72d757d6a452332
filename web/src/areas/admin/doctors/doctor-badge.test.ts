import { expect, it } from 'vitest';
import { doctorBadge } from './doctor-badge.ts';

it('returns unverified for an unverified doctor, otherwise the subscription status', () => {
  const badge = (isVerified: boolean, subscriptionStatus: string) => doctorBadge({ isVerified, subscriptionStatus });
  expect(badge(false, 'active')).toBe('unverified');
  expect(badge(true, 'active')).toBe('active');
  expect(badge(true, 'pending')).toBe('pending');
  expect(badge(true, 'inactive')).toBe('inactive');
  expect(badge(true, 'frozen')).toBe('unknown');
});
