import { demoDoctorEmail } from './doctors.ts';

/** One request for a patient's exams and how it went. Persons are named as in `patients.ts`. */
export interface DemoRequest {
  readonly doctor: string;
  readonly patient: string;
  readonly daysAgo: number;
  /** Where it is told in minutes, days do not count. */
  readonly minutesAgo?: number;
  /** `silence`: the patient has not answered, or never did. */
  readonly answer: 'grant' | 'deny' | 'silence';
  readonly days?: 7 | 30 | 90 | 365;
  readonly examTypes?: readonly ('mri' | 'ct' | 'xray' | 'ultrasound' | 'pet-ct')[];
  /** Of several persons with the number, only this one agrees. */
  readonly only?: string;
  /** What the patient does with it, so many days after the answer. */
  readonly revokedAfterDays?: number;
  readonly extendedAfterDays?: number;
}

/** What everybody sees first: the demonstration's doctor has a request in each state. */
export const requests: readonly DemoRequest[] = [
  { doctor: demoDoctorEmail, patient: 'Μαρία Παπαδοπούλου', daysAgo: 60, answer: 'grant', days: 365 },
  { doctor: demoDoctorEmail, patient: 'Γεώργιος Παπαδόπουλος', daysAgo: 101, answer: 'grant', days: 365 },
  {
    doctor: demoDoctorEmail,
    patient: 'Σοφία Νικολαΐδου',
    daysAgo: 40,
    answer: 'grant',
    days: 90,
    only: 'Σοφία Νικολαΐδου',
  },
  {
    doctor: demoDoctorEmail,
    patient: 'Ιωάννης Ιωάννου',
    daysAgo: 12,
    answer: 'grant',
    days: 30,
    examTypes: ['mri', 'xray'],
  },
  { doctor: demoDoctorEmail, patient: 'Anna Müller', daysAgo: 2, answer: 'grant', days: 7 },
  {
    doctor: demoDoctorEmail,
    patient: 'Αγγελική Ψαρρά',
    daysAgo: 80,
    answer: 'grant',
    days: 30,
    extendedAfterDays: 20,
  },
  { doctor: demoDoctorEmail, patient: 'Ελένη Γεωργίου', daysAgo: 200, answer: 'grant', days: 30 },
  {
    doctor: demoDoctorEmail,
    patient: 'Αικατερίνη Οικονόμου',
    daysAgo: 150,
    answer: 'grant',
    days: 365,
    revokedAfterDays: 25,
  },
  { doctor: demoDoctorEmail, patient: 'Κωνσταντίνος Καραγιάννης', daysAgo: 4, answer: 'deny' },
  { doctor: demoDoctorEmail, patient: 'Βασιλική Αγγελοπούλου', daysAgo: 6, answer: 'silence' },
  { doctor: demoDoctorEmail, patient: 'Δημήτριος Βλάχος', daysAgo: 0, minutesAgo: 290, answer: 'silence' },
  // a subscription that is over or inactive, and a doctor in review, have grants that give nothing meanwhile
  { doctor: 'zacharias@demo.medcloud.local', patient: 'Μαρία Παπαδοπούλου', daysAgo: 170, answer: 'grant', days: 365 },
  { doctor: 'dendrinos@demo.medcloud.local', patient: 'Ιωάννης Ιωάννου', daysAgo: 130, answer: 'grant', days: 365 },
  { doctor: 'petridi@demo.medcloud.local', patient: 'Μαρία Παπαδοπούλου', daysAgo: 64, answer: 'grant', days: 90 },
];
