import { describe, expect, it } from 'vitest';
import { isSamePlan } from './upload-plan.ts';

describe('isSamePlan', () => {
  const file = new File(['x'], 'a.zip');
  const fields = { patientId: 'P-7K3M2QXH0', examType: 'ct', examDate: '2026-11-20', notes: 'control' } as const;

  it('returns true if nothing has changed', () => {
    expect(isSamePlan({ file, fields }, { file, fields: { ...fields, referringPhysician: undefined } })).toBe(true);
  });

  it('returns false for another file or field', () => {
    expect(isSamePlan({ file, fields }, { file: new File(['x'], 'a.zip'), fields })).toBe(false);
    expect(isSamePlan({ file, fields }, { file, fields: { ...fields, examDate: '2026-11-19' } })).toBe(false);
    expect(isSamePlan({ file, fields }, { file, fields: { ...fields, notes: undefined } })).toBe(false);
  });
});
