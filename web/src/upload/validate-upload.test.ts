import { faults } from '@medcloud/contract/faults';
import { limits } from '@medcloud/contract/limits';
import { validationMessages } from '@medcloud/contract/validation-messages';
import { describe, expect, it } from 'vitest';
import { validateExamDate, validateFile } from './validate-upload.ts';

describe('what is checked before anything is sent', () => {
  it('passes exactly 500 MB and refuses one byte more', () => {
    expect(validateFile({ size: limits.uploadBytes }, null)).toBeUndefined();
    expect(validateFile({ size: limits.uploadBytes + 1 }, null)).toBe('File size must be less than 500MB');
  });

  it('refuses what the plan has no room for', () => {
    const usage = { usedBytes: 900, quotaBytes: 1_000 };
    expect(validateFile({ size: 100 }, usage)).toBeUndefined();
    expect(validateFile({ size: 101 }, usage)).toBe(faults.quota_exceeded.message);
  });

  it('takes an exam date from birth to tomorrow, over the ends of months and years', () => {
    expect(validateExamDate('1968-03-03', '1968-03-03', '2026-12-31')).toBeUndefined();
    expect(validateExamDate('2027-01-01', '1968-03-03', '2026-12-31')).toBeUndefined();
    expect(validateExamDate('2027-01-02', '1968-03-03', '2026-12-31')).toBe(validationMessages.examDateFuture);
    expect(validateExamDate('1968-03-02', '1968-03-03', '2026-12-31')).toBe(validationMessages.examDateBeforeBirth);
  });
});
