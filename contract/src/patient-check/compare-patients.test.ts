import { assert, constantFrom, pre, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toElot } from '../names/elot.ts';
import { fold } from '../names/fold.ts';
import surnames from '../names/surnames.json' with { type: 'json' };
import { comparePatients, type PatientInFile, type RegisteredPatient } from './compare-patients.ts';
import { findPatientMismatch } from './find-patient-mismatch.ts';

const maria: RegisteredPatient = {
  firstName: 'Μαρία',
  lastName: 'Παπαδοπούλου',
  dateOfBirth: '1958-03-14',
  gender: 'Female',
  amka: '14035801233',
  isNumberOfAnother: false,
};
const emptyFile: PatientInFile = { name: null, birthDate: null, sex: null, number: null };
const file = (facts: Partial<PatientInFile>): PatientInFile => ({ ...emptyFile, ...facts });

/** Returns the fields that differ, or the comparison's kind (`matched`, `nothing`) if none does. */
function compareFile(found: PatientInFile, registered: RegisteredPatient = maria): string {
  const comparison = comparePatients(found, registered);
  return comparison.kind === 'different' ? comparison.differences.map(({ field }) => field).join(' ') : comparison.kind;
}

describe('comparePatients: names', () => {
  it.each([
    ['ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ', 'Greek capitals without accents'],
    ['Papadopoulou^Maria', 'ELOT'],
    ['PAPADOPOYLOY^MARIA', 'Greeklish by look'],
    ['PAPADOPOULOU^MARIA^^^', 'empty components'],
    ['PAPADOPOULOU^MARIA^ELENI', 'a second name that the record lacks'],
    ['PAPADOPOULOU-GEORGIOU^MARIA', 'half of a double surname'],
    ['MARIA^PAPADOPOULOU', 'swapped'],
    ['Papadopoulou Maria', 'all in one part'],
    ['Maria Papadopoulou', 'all in one part, the other way round'],
    ['PAPADOPOULOU', 'a given name that is missing'],
    ['PAPADOPOULOU^M', 'an initial'],
    ['PAPADOPOULOU^MARIA^^Dr.', 'a title'],
    ['Yamada^Tarou=ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ', 'the second writing'],
    ['ΠAΠAΔOΠOYΛOY^MAPIA', 'letters of both alphabets'],
  ])('matches %s (%s)', (name) => {
    expect(compareFile(file({ name }))).toBe('matched');
  });

  it.each([
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ^ΓΕΩΡΓΙΟΣ', 'a relative'],
    ['PAPADOPOULOU^ELENI', 'a sister'],
    ['PAPADOPOULOS^MARIA', 'the other form of the surname'],
    ['GEORGIOU^MARIA', 'another surname'],
    ['PAPADOPOULOU^E', 'another initial'],
    ['PAPADOPOULOU-NIKOLAOU^ELENI', 'double surname, another given name'],
    ['ANONYMOUS', 'nobody'],
    ['Maria Georgiou', 'all in one part, another surname'],
  ])('reports a different name for %s (%s)', (name) => {
    expect(compareFile(file({ name }))).toBe('name');
  });

  it.each([
    ['Mhtsotakhs^Kwnstantinos', 'Μητσοτάκης', 'Κωνσταντίνος'],
    ['8eodwrou^Iwannhs', 'Θεοδώρου', 'Ιωάννης'],
    ['HATZIIOANNOU^PANAGIOTA', 'Χατζηιωάννου', 'Παναγιώτα'],
    ['CHATZIIOANNOU^PANAYIOTA', 'Χατζηιωάννου', 'Παναγιώτα'],
    ['Bakoyannis^Stavros', 'Μπακογιάννης', 'Σταύρος'],
    ['NIKOLAIDOU^SOFIA', 'Νικολαΐδου', 'Σοφία'],
    ['Xenaki^Georgia', 'Ξενάκη', 'Γεωργία'],
    ['Müller^Anna', 'MUELLER', 'Anna'],
    ['OConnor^James', "O'Connor", 'James'],
    ['GARCIA LOPEZ^MARIA', 'García López', 'María'],
    ['Weiss^Thomas', 'Weiß', 'Thomas'],
    ['ΧΑΤΖΗ-ΙΩΑΝΝΟΥ^ΠΑΝΑΓΙΩΤΑ', 'Χατζηιωάννου', 'Παναγιώτα'],
  ])('matches other spellings: %s, %s %s', (name, lastName, firstName) => {
    expect(compareFile(file({ name }), { ...maria, lastName, firstName })).toBe('matched');
  });

  it('reports a different name if each side has its own second name', () => {
    expect(compareFile(file({ name: 'PAPADOPOULOU^MARIA^SOFIA' }), { ...maria, firstName: 'Μαρία Ελένη' })).toBe(
      'name',
    );
  });

  const greek = surnames.map(([name = '']) => name).filter((name) => name.length > 3);

  it('matches every spelling of a Greek name, in either order', () => {
    expect(greek.length).toBeGreaterThan(100);
    const spellings = [
      (name: string) => name,
      (name: string) => name.toUpperCase(),
      fold,
      (name: string) => toElot(fold(name)).toUpperCase(),
    ];
    assert(
      property(
        constantFrom(...greek),
        constantFrom(...greek),
        constantFrom(...spellings),
        constantFrom(true, false),
        (lastName, firstName, spell, isSwapped) => {
          const parts = [spell(lastName), spell(firstName)];
          const name = (isSwapped ? parts.reverse() : parts).join('^');
          expect(compareFile(file({ name }), { ...maria, lastName, firstName })).toBe('matched');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('reports a different name if the surnames sound different', () => {
    assert(
      property(constantFrom(...greek), constantFrom(...greek), (lastName, otherName) => {
        pre(toElot(fold(lastName)).slice(0, 3) !== toElot(fold(otherName)).slice(0, 3));
        pre(toElot(fold(otherName))[0] !== toElot(fold(lastName))[0]);
        const found = file({ name: `${toElot(fold(otherName))}^MARIA` });
        expect(compareFile(found, { ...maria, lastName })).toBe('name');
      }),
      { numRuns: 200 },
    );
  });
});

describe('comparePatients: birth date, sex and number', () => {
  it.each([
    [{ name: 'PAPADOPOULOU^MARIA', birthDate: '1958-03-14', sex: 'F' }, 'matched'],
    [{ birthDate: '1958-03-14' }, 'matched'],
    [{ birthDate: '1985-03-14' }, 'birthDate'],
    [{ sex: 'F' }, 'nothing'],
    [{ sex: 'M' }, 'sex'],
    [{ sex: 'O' }, 'nothing'],
    [{ number: '14035801233' }, 'matched'],
    [{ number: ' 14035801233 ' }, 'matched'],
    [{ number: '01019012341' }, 'number'],
    [{ number: 'CT-1234' }, 'nothing'],
    [{}, 'nothing'],
    [{ name: '  ^ ' }, 'nothing'],
    [{ name: 'GEORGIOU^NIKOS', birthDate: '1985-03-14', sex: 'M' }, 'name birthDate sex'],
  ])('compares %j and returns %s', (facts, expected) => {
    expect(compareFile(file(facts))).toBe(expected);
  });

  it('reports the center’s own number only if it belongs to another patient', () => {
    const number = 'CT-1234';
    expect(compareFile(file({ number }), { ...maria, isNumberOfAnother: true })).toBe('number');
    expect(compareFile(file({ number: null }), { ...maria, isNumberOfAnother: true })).toBe('nothing');
  });

  it('never returns a complete AMKA', () => {
    expect(comparePatients(file({ number: '01019012341' }), maria)).toEqual({
      kind: 'different',
      differences: [{ field: 'number', theirs: '*******2341', ours: '*******1233' }],
    });
  });

  it('ignores the sex if the record says Other', () => {
    expect(compareFile(file({ sex: 'M' }), { ...maria, gender: 'Other' })).toBe('nothing');
  });
});

describe('findPatientMismatch', () => {
  const mine = file({ name: 'PAPADOPOULOU^MARIA', birthDate: '1958-03-14', number: '7' });

  it('returns null for files that name one person in several spellings', () => {
    const greekSpelling = file({ name: 'ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ', sex: 'F', number: '8' });
    expect(findPatientMismatch([mine, greekSpelling, emptyFile], maria)).toBeNull();
  });

  it('returns several-patients for files of two persons, even if one of them is the patient', () => {
    const other = file({ name: 'GEORGIOU^ELENI' });
    expect(findPatientMismatch([mine, other, mine], maria)).toEqual({
      cause: 'several-patients',
      patients: [mine, other],
    });
  });

  it('returns several-patients for two birth dates, two sexes, or two numbers without names', () => {
    for (const [one, other] of [
      [{ birthDate: '1958-03-14' }, { birthDate: '1958-03-15' }],
      [
        { name: 'A^B', sex: 'M' },
        { name: 'A^B', sex: 'F' },
      ],
      [{ number: '1' }, { number: '2' }],
    ] as const)
      expect(findPatientMismatch([file(one), file(other)], maria)?.cause).toBe('several-patients');
  });

  it('lists the differences of all files, each field once', () => {
    const found = [file({ name: 'GEORGIOU^ELENI' }), file({ name: 'ΓΕΩΡΓΙΟΥ^ΕΛΕΝΗ', birthDate: '1971-11-02' })];
    const mismatch = findPatientMismatch(found, maria);
    expect(mismatch?.cause === 'patient-mismatch' && mismatch.differences.map(({ field }) => field)).toEqual([
      'name',
      'birthDate',
    ]);
  });
});
