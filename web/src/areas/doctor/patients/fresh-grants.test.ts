import type { AccessiblePatient } from '@medcloud/contract/shapes/people';
import { describe, expect, it } from 'vitest';
import { updateSnapshot } from './fresh-grants.ts';

function createPatient(patientId: string, grantedAt: string): AccessiblePatient {
  return {
    id: patientId,
    grantId: `G-${patientId}`,
    patientId,
    firstName: 'Μαρία',
    lastName: 'Παπαδοπούλου',
    dateOfBirth: '1950-05-17',
    gender: 'Female',
    examCount: 1,
    medicalCenter: { name: 'Aegean Imaging' },
    grantedAt,
    expiresAt: '2026-12-21T10:00:00.000Z',
  };
}

const emptySnapshot = { version: null, latest: null, fresh: [] };
const first = createPatient('P-1', '2026-11-20T10:00:00.000Z');
const second = createPatient('P-2', '2026-11-21T10:00:00.000Z');

describe('updateSnapshot', () => {
  it('marks no row on the first load of the list', () => {
    expect(updateSnapshot(emptySnapshot, [second, first], 1).fresh).toEqual([]);
  });

  it('marks a grant later than all before, also after an empty list', () => {
    expect(updateSnapshot(updateSnapshot(emptySnapshot, [first], 1), [second, first], 2).fresh).toEqual([second]);
    expect(updateSnapshot(updateSnapshot(emptySnapshot, [], 1), [first], 2).fresh).toEqual([first]);
  });

  it('does not mark a row that reappears, or an older row of the next page', () => {
    const snapshot = updateSnapshot(updateSnapshot(emptySnapshot, [second, first], 1), [second], 2);
    expect(updateSnapshot(snapshot, [second, first], 3).fresh).toEqual([]);
  });
});
