import { describe, expect, it } from 'vitest';
import { decideUpgradeStep } from './decide-upgrade-step.ts';

const request = { mail: 'request', sentOn: '2026-01-01' } as const;
const asked = { dueOn: '2026-01-15', isPaying: false, sent: [request] };

describe('decideUpgradeStep', () => {
  it('reminds four days before the day, and lets the request lapse after it', () => {
    expect(decideUpgradeStep(asked, '2026-01-10', 23)).toBeNull();
    expect(decideUpgradeStep(asked, '2026-01-11', 8)).toBeNull();
    expect(decideUpgradeStep(asked, '2026-01-11', 9)).toBe('soon');
    const reminded = { ...asked, sent: [request, { mail: 'soon', sentOn: '2026-01-11' } as const] };
    expect(decideUpgradeStep(reminded, '2026-01-15', 23)).toBeNull();
    expect(decideUpgradeStep(reminded, '2026-01-16', 8)).toBeNull();
    expect(decideUpgradeStep(reminded, '2026-01-16', 9)).toBe('expire');
  });

  it('mails a request whose card was refused, and only the latest mail after a standstill', () => {
    const refused = { ...asked, sent: [] };
    expect(decideUpgradeStep(refused, '2026-01-02', 9)).toBe('request');
    expect(decideUpgradeStep(refused, '2026-01-12', 9)).toBe('soon');
    expect(
      decideUpgradeStep({ ...refused, sent: [{ mail: 'soon', sentOn: '2026-01-12' }] }, '2026-01-12', 9),
    ).toBeNull();
  });

  it('does not remind on the day of the request', () => {
    const late = { ...asked, sent: [{ mail: 'request', sentOn: '2026-01-13' } as const] };
    expect(decideUpgradeStep(late, '2026-01-13', 10)).toBeNull();
    expect(decideUpgradeStep(late, '2026-01-14', 10)).toBe('soon');
  });

  it('waits for the end of a payment by card', () => {
    expect(decideUpgradeStep({ ...asked, isPaying: true }, '2026-02-01', 12)).toBeNull();
  });
});
