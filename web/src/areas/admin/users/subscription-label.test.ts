import { describe, expect, it } from 'vitest';
import { subscriptionLabel } from './subscription-label.ts';

const today = '2026-11-21';

type Status = 'active' | 'pending' | 'inactive' | 'expired';

function label(subscriptionEndDate: string | null, subscriptionStatus: Status = 'active', start = '2026-01-01') {
  const dates = { subscriptionStartDate: start, subscriptionEndDate };
  return subscriptionLabel({ role: 'doctor', ...dates, subscriptionStatus }, today);
}

describe('subscriptionLabel', () => {
  it('returns expired after the end date, regardless of the stored status', () => {
    expect(label('2026-11-20')).toBe('expired');
    expect(label('2026-11-20', 'inactive')).toBe('expired');
  });

  it('returns the stored status on the last day', () => {
    expect(label('2026-11-21')).toBe('active');
  });

  it('returns the stored status while the end date is ahead', () => {
    expect(label('2027-11-20', 'inactive')).toBe('inactive');
    expect(label('2027-11-20', 'expired')).toBe('expired');
  });

  it('returns pending before the first day', () => {
    expect(label('2027-11-20', 'pending', '2026-11-22')).toBe('pending');
    expect(label('2027-11-20', 'pending', '2026-11-21')).toBe('active');
  });

  it('returns no-subscription without an end date', () => {
    expect(label(null)).toBe('no-subscription');
    expect(label(null, 'expired')).toBe('no-subscription');
  });

  it('returns not-applicable for administrators', () => {
    const admin = {
      role: 'admin',
      subscriptionStartDate: null,
      subscriptionEndDate: '2020-01-01',
      subscriptionStatus: 'inactive',
    } as const;
    expect(subscriptionLabel(admin, today)).toBe('not-applicable');
  });
});
