import { describe, expect, it } from 'vitest';
import { quotaFromGigabytes, quotaInGigabytes } from './quota.ts';

describe('quotaFromGigabytes and quotaInGigabytes', () => {
  it('converts typed gigabytes to bytes and back', () => {
    expect(quotaFromGigabytes('500')).toBe(536_870_912_000);
    expect(quotaFromGigabytes('5 000')).toBe(5_368_709_120_000);
    expect(quotaFromGigabytes('')).toBeUndefined();
    expect(quotaInGigabytes(536_870_912_000)).toBe('500');
    expect(quotaInGigabytes(undefined)).toBe('');
  });

  it('returns a safe integer for a very long input', () => {
    expect(Number.isSafeInteger(quotaFromGigabytes('99999999999999'))).toBe(true);
  });
});
