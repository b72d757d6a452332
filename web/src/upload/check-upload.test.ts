import { faults } from '@medcloud/contract/faults';
import { limits } from '@medcloud/contract/limits';
import { sentences } from '@medcloud/contract/sentences';
import { describe, expect, it } from 'vitest';
import { examDateProblem, fileProblem } from './check-upload.ts';

describe('what is checked before anything is sent', () => {
  it('passes exactly 500 MB and refuses one byte more', () => {
    expect(fileProblem({ size: limits.uploadBytes }, null)).toBeUndefined();
    expect(fileProblem({ size: limits.uploadBytes + 1 }, null)).toBe('File size must be less than 500MB');
  });

  it('refuses what the plan has no room for', () => {
    const use = { usedBytes: 900, quotaBytes: 1_000 };
    expect(fileProblem({ size: 100 }, use)).toBeUndefined();
    expect(fileProblem({ size: 101 }, use)).toBe(faults.quota_exceeded.message);
  });

  it('takes an exam date from birth to tomorrow, over the ends of months and years', () => {
    expect(examDateProblem('1968-03-03', '1968-03-03', '2026-12-31')).toBeUndefined();
    expect(examDateProblem('2027-01-01', '1968-03-03', '2026-12-31')).toBeUndefined();
    expect(examDateProblem('2027-01-02', '1968-03-03', '2026-12-31')).toBe(sentences.examDateFuture);
    expect(examDateProblem('1968-03-02', '1968-03-03', '2026-12-31')).toBe(sentences.examDateBeforeBirth);
  });
});
