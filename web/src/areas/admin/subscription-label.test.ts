import { describe, expect, it } from 'vitest';
import { subscriptionLabel } from './subscription-label.ts';

const today = '2026-11-21';

function label(subscriptionEndDate: string | null, subscriptionStatus: 'active' | 'inactive' | 'expired' = 'active') {
  return subscriptionLabel({ role: 'doctor', subscriptionEndDate, subscriptionStatus }, today);
}

describe('the subscription of a user', () => {
  it('is Expired whenever the end date has passed, whatever is stored', () => {
    expect(label('2026-11-20')).toBe('expired');
    expect(label('2026-11-20', 'inactive')).toBe('expired');
  });

  it('still stands on its last day', () => {
    expect(label('2026-11-21')).toBe('active');
  });

  it('is what is stored while the end is ahead', () => {
    expect(label('2027-11-20', 'inactive')).toBe('inactive');
    expect(label('2027-11-20', 'expired')).toBe('expired');
  });

  it('is No Subscription without an end date', () => {
    expect(label(null)).toBe('no-subscription');
    expect(label(null, 'expired')).toBe('no-subscription');
  });

  it('does not exist for administrators', () => {
    const admin = { role: 'admin', subscriptionEndDate: '2020-01-01', subscriptionStatus: 'inactive' } as const;
    expect(subscriptionLabel(admin, today)).toBe('not-applicable');
  });
});
