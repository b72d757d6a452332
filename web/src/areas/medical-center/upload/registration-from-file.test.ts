import { describe, expect, it } from 'vitest';
import { registrationFromFile } from './registration-from-file.ts';

const spelling = { name: null, birthDate: null, sex: null, number: null };

describe('registrationFromFile', () => {
  it('fills in the name in the file’s alphabet, birth date, sex and a valid AMKA', () => {
    const file = { name: 'ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ^ΕΛΕΝΗ', birthDate: '1958-03-14', sex: 'f ', number: ' 14035801233' };
    expect(registrationFromFile({ spellings: [file] })).toEqual({
      ...{ lastName: 'ΠΑΠΑΔΟΠΟΥΛΟΥ', firstName: 'ΜΑΡΙΑ ΕΛΕΝΗ', dateOfBirth: '1958-03-14' },
      ...{ gender: 'Female', amka: '14035801233' },
    });
  });

  it('takes each value from the first spelling that has it, and leaves a placeholder and a local number out', () => {
    const spellings = [
      { ...spelling, name: 'UNKNOWN', number: '7' },
      { ...spelling, name: 'WEISS^THOMAS', sex: 'X' },
    ];
    expect(registrationFromFile({ spellings })).toEqual({
      ...{ lastName: 'WEISS', firstName: 'THOMAS', dateOfBirth: '', gender: '' },
    });
  });
});
