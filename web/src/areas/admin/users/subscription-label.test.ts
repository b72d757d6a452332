import { describe, expect, it } from 'vitest';
import { subscriptionLabel } from './subscription-label.ts';

const today = '2026-11-21';

type Status = 'active' | 'pending' | 'inactive' | 'expired';

function label(subscriptionEndDate: string | null, subscriptionStatus: Status = 'active', start = '2026-01-01') {
  const dates = { subscriptionStartDate: start, subscriptionEndDate };
  return subscriptionLabel({ role: 'doctor', ...dates, subscriptionStatus }, today);
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

  it('is Pending until its first day', () => {
    expect(label('2027-11-20', 'pending', '2026-11-22')).toBe('pending');
    expect(label('2027-11-20', 'pending', '2026-11-21')).toBe('active');
  });

  it('is No Subscription without an end date', () => {
    expect(label(null)).toBe('no-subscription');
    expect(label(null, 'expired')).toBe('no-subscription');
  });

  it('does not exist for administrators', () => {
    const admin = {
      role: 'admin',
      subscriptionStartDate: null,
      subscriptionEndDate: '2020-01-01',
      subscriptionStatus: 'inactive',
    } as const;
    expect(subscriptionLabel(admin, today)).toBe('not-applicable');
  });
});
