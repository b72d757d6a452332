import type { SameKeys } from './define-messages.ts';
import type { paletteEn } from './palette.en.ts';

export const paletteEl: SameKeys<typeof paletteEn> = {
  title: 'Μετάβαση ή αναζήτηση',
  center: 'Μια σελίδα, ένας ασθενής, μια εξέταση',
  doctor: 'Μια σελίδα, ένας ασθενής, ή ένα τηλέφωνο για αίτημα πρόσβασης',
  admin: 'Μια σελίδα, ένας χρήστης',
  pages: 'Μετάβαση',
  start: 'Έναρξη',
  patients: 'Ασθενείς',
  exams: 'Εξετάσεις',
  users: 'Χρήστες',
  upload: 'Ανέβασμα εξέτασης',
  request: 'Αίτημα πρόσβασης με τηλέφωνο',
  requestTo: 'Αίτημα πρόσβασης στο {phone}',
  account: 'Λογαριασμός και κωδικός',
  support: 'Βοήθεια και υποστήριξη',
  centers: 'Όλα τα ιατρικά κέντρα',
  doctors: 'Όλοι οι γιατροί',
  searching: 'Αναζήτηση...',
  none: 'Δεν βρέθηκε τίποτα',
  sent: 'Το αίτημα πρόσβασης στάλθηκε! Ο ασθενής θα λάβει SMS για να εγκρίνει το αίτημά σας.',
  notSent: 'Το αίτημα πρόσβασης δεν στάλθηκε. Δοκιμάστε ξανά.',
};
