import { describe, expect, it } from 'vitest';
import { adminSize, planSize, terabytes, transferRate, transferred, wholeMegabytes } from './bytes.ts';

describe('sizes', () => {
  it('shows whole MB of base 1,048,576 on the center pages', () => {
    expect(wholeMegabytes(500 * 1_048_576, 'en')).toBe('500 MB');
    expect(wholeMegabytes(1_600_000_000, 'en')).toBe('1,526 MB');
    expect(wholeMegabytes(1_600_000_000, 'el')).toBe('1.526 MB');
    expect(wholeMegabytes(512, 'en')).toBe('< 1 MB');
    expect(wholeMegabytes(0, 'en')).toBe('0 MB');
  });

  it('shows administrator sizes in base 1024 with two decimals, a plan’s without needless ones', () => {
    expect(adminSize(0, 'en')).toBe('0 Bytes');
    expect(adminSize(1023, 'en')).toBe('1,023 Bytes');
    expect(adminSize(1536, 'en')).toBe('1.50 KB');
    expect(adminSize(2.46 * 1024 ** 4, 'el')).toBe('2,46 TB');
    expect(adminSize(3 * 1024 ** 5, 'en')).toBe('3,072.00 TB');
    expect(planSize(500 * 1024 ** 3, 'en')).toBe('500 GB');
    expect(planSize(1.5 * 1024 ** 4, 'el')).toBe('1,5 TB');
  });

  it('shows storage in TB, always with two decimals', () => {
    expect(terabytes(0, 'en')).toBe('0.00 TB');
    expect(terabytes(1024 ** 4 / 2, 'el')).toBe('0,50 TB');
  });

  it('says how much has moved, and never all before the end', () => {
    expect(transferred(309 * 1_048_576, 486 * 1_048_576, 'en')).toEqual({ done: '309', total: '486 MB' });
    expect(transferred(486 * 1_048_576 - 1, 486 * 1_048_576, 'en').done).toBe('485');
    expect(transferred(10, 10, 'en')).toEqual({ done: '1', total: '1 MB' });
    expect(transferRate(38.2 * 1_048_576, 'el')).toBe('38,2 MB/s');
  });
});
