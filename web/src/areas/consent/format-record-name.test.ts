import { describe, expect, it } from 'vitest';
import { formatRecordName } from './format-record-name.ts';

const person = (patientId: string, name: string, center: string) => ({
  patientId,
  name,
  medicalCenter: { name: center, phone: null },
});

describe('formatRecordName', () => {
  const records = [person('P-1', 'Γεώργιος Π.', 'Ασκληπιός'), person('P-2', 'Γεώργιος Π.', 'Ιόνιο')];

  it('adds the center if two records have the same name', () => {
    expect(formatRecordName(records, { patientId: 'P-2' })).toBe('Γεώργιος Π., Ιόνιο');
  });

  it('returns only the name if it is unique', () => {
    expect(formatRecordName([...records, person('P-3', 'Σοφία Ν.', 'Ιόνιο')], { patientId: 'P-3' })).toBe('Σοφία Ν.');
  });
});
