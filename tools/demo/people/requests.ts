import { demoDoctorEmail } from './doctors.ts';

/** One request for a patient's exams and its course. Persons are named as in `patients.ts`. */
export interface DemoRequest {
  readonly doctor: string;
  readonly patient: string;
  readonly daysAgo: number;
  /** If set, `daysAgo` is ignored. */
  readonly minutesAgo?: number;
  /** `silence`: the patient has not responded. */
  readonly answer: 'grant' | 'deny' | 'silence';
  readonly days?: 7 | 30 | 90 | 365;
  readonly examTypes?: readonly ('mri' | 'ct' | 'xray' | 'ultrasound' | 'pet-ct')[];
  /** If several persons have the number, only this one grants access. */
  readonly only?: string;
  /** Days from the response to the patient's revocation. */
  readonly revokedAfterDays?: number;
  /** Days from the response to the patient's extension. */
  readonly extendedAfterDays?: number;
}

/** Fixed requests: the demonstration's doctor has one in each state. */
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
  // Grants without access: of doctors with an ended or inactive subscription, and of a doctor in review.
  { doctor: 'zacharias@demo.medcloud.local', patient: 'Μαρία Παπαδοπούλου', daysAgo: 170, answer: 'grant', days: 365 },
  { doctor: 'dendrinos@demo.medcloud.local', patient: 'Ιωάννης Ιωάννου', daysAgo: 130, answer: 'grant', days: 365 },
  { doctor: 'petridi@demo.medcloud.local', patient: 'Μαρία Παπαδοπούλου', daysAgo: 64, answer: 'grant', days: 90 },
];
