import { centerChanges } from '@medcloud/contract/shapes/accounts';
import { describe, expect, it } from 'vitest';
import { changesOf, fieldsOf } from './center-changes.ts';

const center = {
  name: 'Aegean Imaging',
  email: 'aegean@example.gr',
  address: 'Ακτή Μιαούλη 1',
  phone: '+302105550100',
  city: 'Πειραιάς',
  state: null,
  zipCode: null,
  plan: 'enterprise' as const,
  quotaBytes: 5 * 1024 ** 4,
  centerId: 'MC7K2XQD',
};
const changed = (fields: object) => centerChanges.parse(changesOf(center, { ...fieldsOf(center), ...fields }));

describe('changesOf', () => {
  it('returns nothing if only surrounding blanks differ', () => {
    expect(changed({})).toEqual({});
    expect(changed({ name: ' Aegean Imaging ' })).toEqual({});
  });

  it('returns the fields that differ, and null for an emptied optional field', () => {
    expect(changed({ name: 'Aegean of Chios', city: '', state: 'Αττική' })).toEqual({
      name: 'Aegean of Chios',
      city: null,
      state: 'Αττική',
    });
  });

  it('returns the storage only for the enterprise plan', () => {
    expect(changed({ quotaBytes: undefined })).toEqual({ quotaBytes: null });
    expect(changed({ quotaBytes: 1024 ** 4 })).toEqual({ quotaBytes: 1024 ** 4 });
    expect(changed({ plan: 'premium', quotaBytes: undefined })).toEqual({ plan: 'premium' });
  });
});
