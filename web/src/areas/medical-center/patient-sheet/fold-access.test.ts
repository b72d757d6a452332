import type { AccessLogEntry } from '@medcloud/contract/shapes/patient-sheet';
import { describe, expect, it } from 'vitest';
import { foldAccess } from './fold-access.ts';

const eleni = { firstName: 'Ελένη', lastName: 'Σταυρίδου', licenseNumber: 'ISA 1', specialization: 'Cardiology' };
const kostas = { ...eleni, firstName: 'Κώστας', licenseNumber: 'ISA 2' };
const dayOf = (moment: string) => moment.slice(0, 10);

function entry(at: string, what: AccessLogEntry['what'], change: Partial<AccessLogEntry> = {}): AccessLogEntry {
  return { id: at, at, doctor: eleni, what, examType: null, ...change };
}

describe('foldAccess', () => {
  it('returns one line per doctor and day, downloads first, with counts', () => {
    const folded = foldAccess(
      [
        entry('2026-11-21T12:00:00Z', 'list'),
        entry('2026-11-21T11:00:00Z', 'download', { examType: 'ct' }),
        entry('2026-11-21T10:00:00Z', 'list'),
        entry('2026-11-21T09:00:00Z', 'list', { doctor: kostas }),
        entry('2026-11-21T08:00:00Z', 'download', { examType: 'mri' }),
        entry('2026-11-20T23:00:00Z', 'list'),
      ],
      dayOf,
    );
    expect(folded).toEqual([
      {
        key: '2026-11-21 ISA 1',
        doctor: eleni,
        at: '2026-11-21T12:00:00Z',
        actions: [
          { what: 'download', examType: 'ct', count: 1 },
          { what: 'download', examType: 'mri', count: 1 },
          { what: 'list', examType: null, count: 2 },
        ],
      },
      {
        key: '2026-11-21 ISA 2',
        doctor: kostas,
        at: '2026-11-21T09:00:00Z',
        actions: [{ what: 'list', examType: null, count: 1 }],
      },
      {
        key: '2026-11-20 ISA 1',
        doctor: eleni,
        at: '2026-11-20T23:00:00Z',
        actions: [{ what: 'list', examType: null, count: 1 }],
      },
    ]);
  });

  it('returns no line without an access', () => {
    expect(foldAccess([], dayOf)).toEqual([]);
  });
});
