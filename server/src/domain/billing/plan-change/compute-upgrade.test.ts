import { describe, expect, it } from 'vitest';
import { computeUpgrade } from './compute-upgrade.ts';

const premium = { id: 'center.premium.1', plan: 'center.premium', periodMonths: 3, grossCents: 180_000 } as const;
const basic = { periodMonths: 3, grossCents: 54_000 };
/** 90 days. */
const running = { ...basic, from: '2026-01-01', to: '2026-03-31' };

describe('computeUpgrade', () => {
  it('charges the difference for the days that are left, today and the last day included', () => {
    expect(computeUpgrade([running], premium, '2026-01-01')).toEqual({
      cents: 126_000,
      from: '2026-01-01',
      to: '2026-03-31',
    });
    expect(computeUpgrade([running], premium, '2026-03-02')).toEqual({
      cents: 42_000,
      from: '2026-03-02',
      to: '2026-03-31',
    });
    expect(computeUpgrade([running], premium, '2026-03-31')?.cents).toBe(1_400);
  });

  it('includes a later period that is paid already, and rounds each half up to the cent', () => {
    const next = { ...basic, from: '2026-04-01', to: '2026-06-30' };
    expect(computeUpgrade([next, running], premium, '2026-03-31')).toEqual({
      cents: 1_400 + 126_000,
      from: '2026-03-31',
      to: '2026-06-30',
    });
    const odd = { ...premium, grossCents: 54_045 };
    expect(computeUpgrade([running], odd, '2026-03-31')?.cents).toBe(1);
  });

  it('takes the plan’s period for days that an administrator set', () => {
    const year = { ...basic, from: '2026-01-01', to: '2026-12-31' };
    expect(computeUpgrade([year], premium, '2026-01-01')?.cents).toBe(511_000);
  });

  it('asks for nothing where no day is left or none costs more', () => {
    expect(computeUpgrade([running], premium, '2026-04-01')).toBeNull();
    expect(computeUpgrade([{ ...running, grossCents: 200_000 }], premium, '2026-01-01')).toBeNull();
    expect(computeUpgrade([], premium, '2026-01-01')).toBeNull();
  });
});
