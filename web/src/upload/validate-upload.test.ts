import { limits } from '@medcloud/contract/limits';
import { issueCode } from '@medcloud/contract/validation-codes';
import { describe, expect, it } from 'vitest';
import { validateExamDate, validateFile } from './validate-upload.ts';

describe('validate-upload.ts', () => {
  it('accepts exactly 500 MB and rejects one byte more', () => {
    expect(validateFile({ size: limits.uploadBytes }, null)).toBeUndefined();
    expect(validateFile({ size: limits.uploadBytes + 1 }, null)).toBe('file_too_large');
  });

  it('rejects a file that exceeds the plan’s storage', () => {
    const usage = { usedBytes: 900, quotaBytes: 1_000 };
    expect(validateFile({ size: 100 }, usage)).toBeUndefined();
    expect(validateFile({ size: 101 }, usage)).toBe('quota_exceeded');
  });

  it('accepts an exam date from birth to tomorrow, across ends of months and years', () => {
    expect(validateExamDate('1968-03-03', '1968-03-03', '2026-12-31')).toBeUndefined();
    expect(validateExamDate('2027-01-01', '1968-03-03', '2026-12-31')).toBeUndefined();
    expect(validateExamDate('2027-01-02', '1968-03-03', '2026-12-31')).toBe(issueCode('exam_date_future'));
    expect(validateExamDate('1968-03-02', '1968-03-03', '2026-12-31')).toBe(issueCode('exam_date_before_birth'));
  });
});
