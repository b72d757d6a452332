import { describe, expect, it } from 'vitest';
import {
  formatMegabytes,
  formatPlanSize,
  formatSize,
  formatTerabytes,
  formatTransferRate,
  formatTransferred,
} from './bytes.ts';

describe('bytes.ts', () => {
  it('formats whole MB of base 1,048,576 for the center pages', () => {
    expect(formatMegabytes(500 * 1_048_576, 'en')).toBe('500 MB');
    expect(formatMegabytes(1_600_000_000, 'en')).toBe('1,526 MB');
    expect(formatMegabytes(1_600_000_000, 'el')).toBe('1.526 MB');
    expect(formatMegabytes(512, 'en')).toBe('< 1 MB');
    expect(formatMegabytes(0, 'en')).toBe('0 MB');
  });

  it('formats sizes for administrators in base 1024 with two decimals, and plan sizes without trailing zeros', () => {
    expect(formatSize(0, 'en')).toBe('0 Bytes');
    expect(formatSize(1023, 'en')).toBe('1,023 Bytes');
    expect(formatSize(1536, 'en')).toBe('1.50 KB');
    expect(formatSize(2.46 * 1024 ** 4, 'el')).toBe('2,46 TB');
    expect(formatSize(3 * 1024 ** 5, 'en')).toBe('3,072.00 TB');
    expect(formatPlanSize(500 * 1024 ** 3, 'en')).toBe('500 GB');
    expect(formatPlanSize(1.5 * 1024 ** 4, 'el')).toBe('1,5 TB');
  });

  it('formats storage in TB with two decimals, and less than 0.01 TB in GB or MB', () => {
    expect(formatTerabytes(0, 'en')).toBe('0 GB');
    expect(formatTerabytes(1, 'en')).toBe('< 1 MB');
    expect(formatTerabytes(60.24 * 1024 ** 2, 'en')).toBe('60.24 MB');
    expect(formatTerabytes(10.2 * 1024 ** 3, 'en')).toBe('10.20 GB');
    expect(formatTerabytes(1024 ** 4 / 100, 'en')).toBe('0.01 TB');
    expect(formatTerabytes(1024 ** 4 / 2, 'el')).toBe('0,50 TB');
  });

  it('formats transferred MB and shows the total only when the transfer is complete', () => {
    expect(formatTransferred(309 * 1_048_576, 486 * 1_048_576, 'en')).toEqual({ done: '309', total: '486 MB' });
    expect(formatTransferred(486 * 1_048_576 - 1, 486 * 1_048_576, 'en').done).toBe('485');
    expect(formatTransferred(10, 10, 'en')).toEqual({ done: '1', total: '1 MB' });
    expect(formatTransferRate(38.2 * 1_048_576, 'el')).toBe('38,2 MB/s');
  });
});
