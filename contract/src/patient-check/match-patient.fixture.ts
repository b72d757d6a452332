import type { PatientInFile } from './compare-patients.ts';
import type { MatchCandidate, MatchEvidence } from './match-patient.ts';

type Candidate = MatchCandidate & { readonly id: string };

interface MatchCase {
  readonly title: string;
  readonly files: readonly PatientInFile[];
  readonly candidates: readonly Candidate[];
  /** Kind, evidence and the candidates' ids. */
  readonly expected: string;
  /** Id of the patient whose files they really are; null for somebody else. */
  readonly person: string | null;
}

const person = (
  id: string,
  lastName: string,
  firstName: string,
  dateOfBirth: string,
  gender: 'Male' | 'Female',
  amka: string | null,
) => ({
  ...{ id, lastName, firstName, dateOfBirth, gender, amka },
  evidence: [],
});
const maria = person('maria', 'Παπαδοπούλου', 'Μαρία', '1958-03-14', 'Female', '14035801233');
const namesake = person('namesake', 'Παπαδοπούλου', 'Μαρία', '1958-03-14', 'Female', null);
const younger = person('younger', 'Παπαδοπούλου', 'Μαρία', '1991-07-02', 'Female', null);
const myrto = person('myrto', 'Παπαδοπούλου', 'Μυρτώ', '1958-03-14', 'Female', null);
const eleni = person('eleni', 'Γεωργίου', 'Ελένη', '1971-11-02', 'Female', null);
const nikos = person('nikos', 'Χατζηιωάννου', 'Νικόλαος', '1949-01-01', 'Male', null);
const kostas = person('kostas', 'Μητσοτάκης', 'Κωνσταντίνος', '1965-05-05', 'Male', '05056500019');
const anna = person('anna', 'Müller', 'Anna', '1980-12-24', 'Female', null);
const test = person('test', 'Test', 'Patient', '1990-01-01', 'Male', null);

const withEvidence = (candidate: Candidate, ...evidence: MatchEvidence[]): Candidate => ({ ...candidate, evidence });
const file = (
  name: string | null,
  birthDate: string | null = null,
  sex: string | null = null,
  number: string | null = null,
) => [{ name, birthDate, sex, number }];
const of =
  (who: string | null) =>
  (title: string, files: readonly PatientInFile[], candidates: readonly Candidate[], expected: string): MatchCase => ({
    ...{ title, files, candidates, expected },
    person: who,
  });
const ofMaria = of('maria');
const ofNobody = of(null);

const byNumber = withEvidence(maria, 'number');
const byAmka = withEvidence(maria, 'amka');
const amka = '14035801233';

const sure: MatchCase[] = [
  ofMaria(
    'number, Greek name and birth date',
    file('ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ', '1958-03-14', 'F', '7'),
    [byNumber],
    'sure number maria',
  ),
  ofMaria(
    'number, ELOT name',
    file('PAPADOPOULOU^MARIA', '1958-03-14', 'F', '7'),
    [byNumber, eleni],
    'sure number maria',
  ),
  ofMaria('number, Greeklish name', file('PAPADOPOYLOY^MARIA', null, null, '7'), [byNumber], 'sure number maria'),
  ofMaria('number, swapped name', file('MARIA^PAPADOPOULOU', null, 'F', '7'), [byNumber], 'sure number maria'),
  ofMaria('number, name in one part', file('Papadopoulou Maria', null, null, '7'), [byNumber], 'sure number maria'),
  ofMaria('number and birth date, no name', file(null, '1958-03-14', null, '7'), [byNumber], 'sure number maria'),
  ofMaria(
    'number and name, no birth date',
    file('PAPADOPOULOU^MARIA', null, null, '7'),
    [byNumber],
    'sure number maria',
  ),
  ofMaria(
    'number beside a namesake',
    file('PAPADOPOULOU^MARIA', '1958-03-14', 'F', '7'),
    [namesake, byNumber],
    'sure number maria',
  ),
  ofMaria(
    'number and an initial',
    file('PAPADOPOULOU^M', '1958-03-14', null, '7'),
    [byNumber, myrto],
    'sure number maria',
  ),
  ofMaria(
    'number and a second name',
    file('PAPADOPOULOU^MARIA^ELENI', '1958-03-14', null, '7'),
    [byNumber],
    'sure number maria',
  ),
  ofMaria(
    'number and half of a double surname',
    file('PAPADOPOULOU-GEORGIOU^MARIA', null, null, '7'),
    [byNumber],
    'sure number maria',
  ),
  ofMaria('number, sex O', file('PAPADOPOULOU^MARIA', '1958-03-14', 'O', '7'), [byNumber], 'sure number maria'),
  ofMaria(
    'two spellings of one person',
    [...file('PAPADOPOULOU^MARIA', null, null, '7'), ...file('ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ', '1958-03-14', 'F', '7')],
    [byNumber],
    'sure number maria',
  ),
  ofMaria(
    'letters of both alphabets',
    file('ΠAΠAΔOΠOYΛOY^MAPIA', '1958-03-14', 'F', '7'),
    [byNumber],
    'sure number maria',
  ),
  ofMaria(
    'second component group',
    file('Yamada^Tarou=ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ', null, null, '7'),
    [byNumber],
    'sure number maria',
  ),
  ofMaria('AMKA and Greek name', file('ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ', '1958-03-14', 'F', amka), [byAmka], 'sure amka maria'),
  ofMaria('AMKA and ELOT name', file('Papadopoulou^Maria', '1958-03-14', null, amka), [byAmka], 'sure amka maria'),
  ofMaria('AMKA and birth date alone', file(null, '1958-03-14', null, amka), [byAmka], 'sure amka maria'),
  ofMaria('AMKA and name, no birth date', file('PAPADOPOULOU^MARIA', null, null, amka), [byAmka], 'sure amka maria'),
  ofMaria(
    'AMKA beside a younger namesake',
    file('PAPADOPOULOU^MARIA', '1958-03-14', 'F', amka),
    [younger, byAmka],
    'sure amka maria',
  ),
  ofMaria(
    'AMKA and number of one patient',
    file('PAPADOPOULOU^MARIA', null, null, amka),
    [withEvidence(maria, 'amka', 'number')],
    'sure amka maria',
  ),
  ofMaria(
    'AMKA, while the number is of two patients',
    file('PAPADOPOULOU^MARIA', '1958-03-14', 'F', amka),
    [withEvidence(maria, 'amka', 'number'), withEvidence(eleni, 'number')],
    'sure amka maria',
  ),
  ofMaria('asked', file('PAPADOPOULOU^MARIA', '1958-03-14'), [withEvidence(maria, 'asked')], 'sure asked maria'),
  of('kostas')(
    'number, Greeklish by look',
    file('Mhtsotakhs^Kwnstantinos', '1965-05-05', 'M', 'A-1'),
    [withEvidence(kostas, 'number')],
    'sure number kostas',
  ),
  of('nikos')(
    'number, hyphen in the surname',
    file('ΧΑΤΖΗ-ΙΩΑΝΝΟΥ^ΝΙΚΟΛΑΟΣ', '1949-01-01', 'M', 'A-2'),
    [withEvidence(nikos, 'number')],
    'sure number nikos',
  ),
  of('anna')(
    'number, umlaut written out',
    file('MUELLER^ANNA', '1980-12-24', 'F', 'A-3'),
    [withEvidence(anna, 'number')],
    'sure number anna',
  ),
];

const likely: MatchCase[] = [
  ofMaria(
    'Greek name and birth date, number new',
    file('ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ', '1958-03-14', 'F', '8'),
    [maria, eleni],
    'likely maria',
  ),
  ofMaria('Latin name and birth date', file('PAPADOPOULOU^MARIA', '1958-03-14'), [maria], 'likely maria'),
  ofMaria('swapped Latin name', file('Maria^Papadopoulou', '1958-03-14', 'F'), [maria, younger], 'likely maria'),
  ofMaria(
    'double surname in the file',
    file('PAPADOPOULOU GEORGIOU^MARIA', '1958-03-14', 'F'),
    [maria],
    'likely maria',
  ),
  of('nikos')('Greeklish with a hyphen', file('XATZI-IOANNOU^NIKOLAOS', '1949-01-01', 'M'), [nikos], 'likely nikos'),
  of('kostas')('Greeklish by look', file('MHTSOTAKHS^KWNSTANTINOS', '1965-05-05', 'M'), [kostas], 'likely kostas'),
  ofMaria('surname alone', file('PAPADOPOULOU', '1958-03-14', 'F'), [maria], 'likely maria'),
  ofMaria(
    'number that two patients share',
    file('PAPADOPOULOU^MARIA', '1958-03-14', 'F', '7'),
    [byNumber, withEvidence(eleni, 'number')],
    'likely maria',
  ),
  ofNobody('an unregistered twin by an initial', file('PAPADOPOULOU^M', '1958-03-14', 'F'), [maria], 'likely maria'),
];

const several: MatchCase[] = [
  ofMaria(
    'two of one name and birth date',
    file('PAPADOPOULOU^MARIA', '1958-03-14', 'F'),
    [maria, namesake],
    'several maria namesake',
  ),
  ofMaria('twins by an initial', file('PAPADOPOULOU^M', '1958-03-14', 'F'), [maria, myrto], 'several maria myrto'),
  ofMaria('twins by the surname', file('ΠΑΠΑΔΟΠΟΥΛΟΥ', '1958-03-14', 'F'), [maria, myrto], 'several maria myrto'),
  ofMaria(
    'a person registered twice with the AMKA',
    file('PAPADOPOULOU^MARIA', '1958-03-14', 'F', amka),
    [byAmka, withEvidence({ ...namesake, amka }, 'amka')],
    'several maria namesake',
  ),
];

const doubtful: MatchCase[] = [
  of('eleni')(
    'number of another patient',
    file('GEORGIOU^ELENI', '1971-11-02', 'F', '7'),
    [byNumber, eleni],
    'doubtful maria eleni',
  ),
  ofNobody(
    'number of a patient with another name',
    file('NIKOLAOU^SOFIA', '1958-03-14', 'F', '7'),
    [byNumber],
    'doubtful maria',
  ),
  ofNobody(
    'number of a patient with another birth date',
    file('PAPADOPOULOU^MARIA', '1991-07-02', 'F', '7'),
    [byNumber],
    'doubtful maria',
  ),
  of('myrto')(
    'AMKA of a twin, name of the other',
    file('PAPADOPOULOU^MYRTO', '1958-03-14', 'F', amka),
    [byAmka, { ...myrto, amka: null }],
    'doubtful maria myrto',
  ),
  ofNobody(
    'number of a patient of the opposite sex',
    file('PAPADOPOULOU^M', '1958-03-14', 'M', '7'),
    [byNumber],
    'doubtful maria',
  ),
  ofMaria('number alone', file(null, null, null, '7'), [byNumber], 'doubtful maria'),
  ofMaria('AMKA alone', file(null, null, null, amka), [byAmka], 'doubtful maria'),
  ofMaria('AMKA and UNKNOWN', file('UNKNOWN', null, null, amka), [byAmka], 'doubtful maria'),
  ofMaria(
    'AMKA and EMERGENCY with a number',
    file('EMERGENCY^1234', '1958-03-14', null, amka),
    [byAmka],
    'doubtful maria',
  ),
  ofMaria(
    'number of one patient, AMKA of another',
    file('PAPADOPOULOU^MARIA', '1958-03-14', 'F', amka),
    [withEvidence(namesake, 'number'), byAmka],
    'doubtful namesake maria',
  ),
  ofNobody(
    'number of a patient with another AMKA',
    file('PAPADOPOULOU^MARIA', '1958-03-14', 'F', '05056500019'),
    [byNumber],
    'doubtful maria',
  ),
];

const unknown: MatchCase[] = [
  ofNobody('nobody of that name', file('NIKOLAOU^SOFIA', '1958-03-14', 'F'), [maria], 'unknown'),
  ofMaria(
    'name without a birth date',
    file('PAPADOPOULOU^MARIA', null, 'F'),
    [maria, younger],
    'unknown maria younger',
  ),
  ofNobody('same name, another birth date', file('PAPADOPOULOU^MARIA', '1977-01-30', 'F'), [maria], 'unknown maria'),
  ofNobody('same name and day, opposite sex', file('PAPADOPOULOU^MARIA', '1958-03-14', 'M'), [maria], 'unknown maria'),
  ofNobody('birth date alone', file(null, '1958-03-14'), [maria], 'unknown'),
  ofNobody('UNKNOWN with the birth date', file('UNKNOWN', '1958-03-14', 'F'), [maria], 'unknown'),
  ofNobody('ΑΓΝΩΣΤΟΣ', file('ΑΓΝΩΣΤΟΣ^ΑΝΔΡΑΣ', '1949-01-01', 'M'), [nikos], 'unknown'),
  ofNobody('TEST, with a patient of that name', file('TEST^PATIENT', '1990-01-01', 'M'), [test], 'unknown'),
  ofNobody('the other form of the surname', file('PAPADOPOULOS^MARIA', '1958-03-14', 'F'), [maria], 'unknown'),
  ofNobody('nothing at all', file(null), [maria], 'unknown'),
];

export const cases: readonly MatchCase[] = [...sure, ...likely, ...several, ...doubtful, ...unknown];
