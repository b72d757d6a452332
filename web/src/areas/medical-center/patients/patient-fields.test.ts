import { type Patient, patientChange } from '@medcloud/contract/shapes/people';
import { describe, expect, it } from 'vitest';
import { buildChange, toFields } from './patient-fields.ts';

const patient: Patient = {
  id: '01990000-0000-7000-8000-000000000001',
  patientId: 'P-7K3M2QXH0A',
  firstName: 'Μαρία',
  lastName: 'Παπαδοπούλου',
  dateOfBirth: '1950-05-17',
  gender: 'Female',
  phone: '+306900000001',
  email: 'maria@example.gr',
  createdAt: '2026-11-20T10:00:00Z',
  examCount: 0,
};
const before = toFields(patient);

describe('buildChange', () => {
  it('returns nothing without a change', () => {
    expect(buildChange(before, { ...before })).toEqual({});
    expect(buildChange(before, { ...before, amkaConfirmed: true })).toEqual({});
  });

  it('returns only the changed fields, and null for an emptied optional field', () => {
    const change = buildChange(before, { ...before, lastName: 'Ξενάκη', email: '', language: 'en' });
    expect(change).toEqual({ lastName: 'Ξενάκη', email: null, language: 'en' });
    expect(patientChange.parse(change)).toEqual(change);
  });

  it('returns an invalid change for an emptied required field, and does not clear it', () => {
    const change = buildChange(before, { ...before, firstName: '' });
    expect(patientChange.safeParse(change).error?.issues[0]?.message).toBe('first_name_required');
  });

  it('keeps the AMKA while its field is empty, changes it when typed, and removes it on request', () => {
    expect(buildChange(before, { ...before, amka: '17055012342' })).toEqual({ amka: '17055012342' });
    expect(buildChange(before, { ...before, shouldRemoveAmka: true })).toEqual({ amka: null });
    const confirmed = { ...before, amka: '17055012342', dateOfBirth: '1950-05-18', amkaConfirmed: true };
    expect(buildChange(before, confirmed)).toEqual({
      amka: '17055012342',
      dateOfBirth: '1950-05-18',
      amkaConfirmed: true,
    });
  });
});
