import { isValidAmka } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import { toElot } from '@medcloud/contract/names/elot';
import { fold } from '@medcloud/contract/names/fold';
import { type Person, persons } from '@medcloud/server/test/phantom/persons.ts';
import type { Calendar } from '../calendar.ts';
import { centers } from './centers.ts';

/** A patient as registered by one center. */
export interface DemoPatient {
  /** `Given Surname`, the key in the other lists. */
  readonly name: string;
  readonly person: Person;
  readonly centerId: string;
  readonly registeredDaysAgo: number;
  readonly exams: number;
  readonly phone?: string;
  readonly email?: string;
  readonly amka?: string;
  readonly address?: string;
  readonly language?: Language;
}

const streets = [
  'Σόλωνος 18, Αθήνα 106 73',
  'Πατησίων 211, Αθήνα 112 53',
  'Ερμού 7, Πάτρα 262 21',
  'Αγίου Ανδρέα 90, Πάτρα 262 22',
  'Κύπρου 14, Γλυφάδα 166 75',
  'Δημοκρατίας 52, Μελίσσια 151 27',
  'Ελευθερίου Βενιζέλου 133, Νέα Σμύρνη 171 23',
  'Κορίνθου 240, Πάτρα 262 22',
  'Ναυάρχου Νοταρά 66, Πειραιάς 185 35',
];
const examCounts = [3, 1, 4, 2, 5, 1, 0, 2, 3, 2];
/** Numbers reserved for fiction by their regulator. Other visitors have a Greek number. */
const foreignPhones: Readonly<Record<string, string>> = { Müller: '+49 171 3920031', Weiß: '+49 1522 8817386' };
const maxRegisteredDays = 376;

/** The patient with many exams, among them the CT with hundreds of slices. */
export const mainPatientName = 'Μαρία Παπαδοπούλου';
const nameAtBothCenters = 'Γεώργιος Παπαδόπουλος';
const namesOnOnePhone = ['Σοφία Νικολαΐδου', 'Νικόλαος Νικολαΐδης'];

/**
 * Creates the first `count` patients: Greek women, Greek men and visitors in turn, the oldest records first, a newborn
 * last.
 */
export function createPatients(count: number, calendar: Calendar): DemoPatient[] {
  const people = alternatePersons(calendar).slice(0, count);
  const patients = people.map((person, index) => createPatient(person, index, people.length));
  const secondRecords = patients.filter(({ name }) => name === nameAtBothCenters);
  return [
    ...patients,
    ...secondRecords.map((patient) => ({ ...patient, centerId: findOtherCenter(patient.centerId), exams: 2 })),
  ];
}

function alternatePersons(calendar: Calendar): Person[] {
  const isGreek = ({ surname }: Person) => /\p{Script=Greek}/u.test(surname);
  const women = persons.filter((person) => isGreek(person) && person.sex === 'Female');
  const men = persons.filter((person) => isGreek(person) && person.sex === 'Male');
  const visitors = persons.filter((person) => !isGreek(person));
  const turns = women.flatMap((woman, turn) => {
    const visitor = turn % 2 === 0 ? visitors[turn / 2] : undefined;
    return [woman, men[turn], visitor].filter((person) => person !== undefined);
  });
  const eldest: Person = { givenName: 'Ευανθία', surname: 'Μαρκάκη', sex: 'Female', birthDate: '1924-10-03' };
  const newborn: Person = { givenName: 'Αριάδνη', surname: 'Κυριακίδη', sex: 'Female', birthDate: calendar.day(38) };
  return [...turns.slice(0, 20), eldest, ...turns.slice(20, 58), newborn];
}

function createPatient(person: Person, index: number, count: number): DemoPatient {
  const name = `${person.givenName} ${person.surname}`;
  const isVisitor = !/\p{Script=Greek}/u.test(person.surname);
  const [athens, patras] = centers;
  return {
    name,
    person,
    centerId: [2, 4].includes(index % 5) ? patras.centerId : athens.centerId,
    registeredDaysAgo: Math.floor(maxRegisteredDays * (1 - index / count) ** 1.3),
    exams: name === mainPatientName ? 22 : (examCounts[index % examCounts.length] ?? 0),
    ...createContact(person, name, index, isVisitor),
  };
}

/** Creates contact data with gaps, as in real records: a few have no phone, every third has no email. */
function createContact(person: Person, name: string, index: number, isVisitor: boolean) {
  const phone = namesOnOnePhone.includes(name)
    ? '+30 690 000 0110'
    : (foreignPhones[person.surname] ?? createGreekMobile(index));
  return {
    ...(index % 13 === 12 ? {} : { phone }),
    ...(index % 3 === 2 ? {} : { email: createEmail(person) }),
    ...(isVisitor || index % 4 === 3 ? {} : { amka: createAmka(person, index) }),
    ...(index % 5 === 4 ? {} : { address: streets[index % streets.length] ?? '' }),
    ...(isVisitor ? { language: 'en' as const } : index % 2 === 0 ? { language: 'el' as const } : {}),
  };
}

const createGreekMobile = (index: number) => `690 000 ${String(200 + index).padStart(4, '0')}`;

function createEmail({ givenName, surname }: Person): string {
  const toLatinLetters = (text: string) => toElot(fold(text)).replace(/[^a-z]/g, '');
  return `${toLatinLetters(givenName).slice(0, 1)}.${toLatinLetters(surname)}@example.gr`;
}

/** Creates an AMKA with a correct check digit; the four middle digits are our own. */
function createAmka({ birthDate }: Person, index: number): string {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  const start = `${day}${month}${year.slice(2)}${String(index).padStart(4, '0')}`;
  const amka = Array.from('0123456789', (last) => start + last).find(isValidAmka);
  if (!amka) throw new Error('No check digit is valid.');
  return amka;
}

function findOtherCenter(centerId: string): string {
  const other = centers.find((center) => center.centerId !== centerId);
  if (!other) throw new Error('There is no other center.');
  return other.centerId;
}
