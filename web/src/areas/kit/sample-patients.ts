import type { ExamTypeName } from '../../ui/data/exam-type-badge.tsx';

/** An invented patient. The id need not have a valid check character. */
export interface SamplePatient {
  id: string;
  firstName: string;
  lastName: string;
  email?: string;
  registered: string;
  exam?: ExamTypeName;
}

export const samplePatients: readonly SamplePatient[] = [
  {
    id: 'P-7K3M2QXH',
    lastName: 'Παπαδοπούλου',
    firstName: 'Μαρία',
    email: 'maria.papadopoulou@example.gr',
    registered: '2026-11-21',
  },
  {
    id: 'P-4D9TQ0VE',
    lastName: 'Καραγιάννης',
    firstName: 'Νίκος',
    email: 'n.karagiannis@example.gr',
    registered: '2026-11-21',
    exam: 'ct',
  },
  {
    id: 'P-0WZ8R5NC',
    lastName: 'Papadopoulos',
    firstName: 'Andreas',
    email: 'a.papadopoulos@example.com',
    registered: '2026-11-20',
    exam: 'mri',
  },
  { id: 'P-9QH2B7KX', lastName: 'Στεφανίδη', firstName: 'Αικατερίνη', registered: '2026-11-20', exam: 'ultrasound' },
  {
    id: 'P-3F6Y1GTA',
    lastName: 'Müller',
    firstName: 'Johanna',
    email: 'johanna.mueller@example.de',
    registered: '2026-11-19',
    exam: 'pet-ct',
  },
  {
    id: 'P-8S5J4DWM',
    lastName: 'Οικονόμου',
    firstName: 'Γεώργιος',
    email: 'g.oikonomou@example.gr',
    registered: '2026-11-19',
    exam: 'xray',
  },
];
