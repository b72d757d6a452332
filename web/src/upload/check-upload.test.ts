import { limits } from '@medcloud/contract/limits';
import { sentences } from '@medcloud/contract/sentences';
import { describe, expect, it } from 'vitest';
import { examDateProblem, fileProblem } from './check-upload.ts';

describe('what is checked before anything is sent', () => {
  it('passes exactly 500 MB and refuses one byte more', () => {
    expect(fileProblem({ size: limits.uploadBytes })).toBeUndefined();
    expect(fileProblem({ size: limits.uploadBytes + 1 })).toBe('File size must be less than 500MB');
  });

  it('takes an exam date from birth to tomorrow, over the ends of months and years', () => {
    expect(examDateProblem('1968-03-03', '1968-03-03', '2026-12-31')).toBeUndefined();
    expect(examDateProblem('2027-01-01', '1968-03-03', '2026-12-31')).toBeUndefined();
    expect(examDateProblem('2027-01-02', '1968-03-03', '2026-12-31')).toBe(sentences.examDateFuture);
    expect(examDateProblem('1968-03-02', '1968-03-03', '2026-12-31')).toBe(sentences.examDateBeforeBirth);
  });
});
