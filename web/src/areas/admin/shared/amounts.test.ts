import { describe, expect, it } from 'vitest';
import { formatEuros } from '../../../lib/numbers.ts';
import { dueOnApproval } from './plan-due.ts';
import { quotaFromGigabytes, quotaInGigabytes } from './quota.ts';

describe('what an approval makes due', () => {
  it('is the whole first period of the plan', () => {
    expect(formatEuros(dueOnApproval('yearly'), 'en')).toBe('€480.00');
    expect(formatEuros(dueOnApproval('monthly'), 'el')).toBe('149,97\u00a0€');
  });
});

describe('the storage of an enterprise plan', () => {
  it('is typed in gigabytes and sent in bytes', () => {
    expect(quotaFromGigabytes('500')).toBe(536_870_912_000);
    expect(quotaFromGigabytes('5 000')).toBe(5_368_709_120_000);
    expect(quotaFromGigabytes('')).toBeUndefined();
    expect(quotaInGigabytes(536_870_912_000)).toBe('500');
    expect(quotaInGigabytes(undefined)).toBe('');
  });

  it('stays a number that is exact', () => {
    expect(Number.isSafeInteger(quotaFromGigabytes('99999999999999'))).toBe(true);
  });
});
