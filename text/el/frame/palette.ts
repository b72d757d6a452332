import type { messages as english } from '../../en/frame/palette.ts';
import type { SameKeys } from '../../messages.ts';

export const messages = {
  center: 'Σελίδα, ασθενής ή εξέταση',
  doctor: 'Σελίδα, ασθενής ή αριθμός τηλεφώνου',
  admin: 'Σελίδα ή χρήστης',
  pages: 'Σελίδες',
  start: 'Ενέργειες',
  patients: 'Ασθενείς',
  exams: 'Εξετάσεις',
  users: 'Χρήστες',
  upload: 'Μεταφόρτωση εξέτασης',
  request: 'Αίτημα πρόσβασης με τηλέφωνο',
  requestTo: 'Αίτημα πρόσβασης: {phone}',
  account: 'Λογαριασμός και κωδικός πρόσβασης',
  accountSecurity: 'Ασφάλεια λογαριασμού',
  accountNotifications: 'Ειδοποιήσεις με e-mail',
  centers: 'Όλα τα ιατρικά κέντρα',
  doctors: 'Όλοι οι γιατροί',
  searching: 'Αναζήτηση…',
  none: 'Κανένα αποτέλεσμα',
  sent: 'Το αίτημα πρόσβασης στάλθηκε! Ο ασθενής θα λάβει SMS για να εγκρίνει το αίτημά σας.',
  notSent: 'Το αίτημα πρόσβασης δεν στάλθηκε. Δοκιμάστε ξανά.',
} as const satisfies SameKeys<typeof english>;
