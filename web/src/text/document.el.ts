import type { SameKeys } from './define-messages.ts';
import type { documentEn } from './document.en.ts';

export const documentEl: SameKeys<typeof documentEn> = {
  pages: 'Σελίδες του εγγράφου',
  page: 'Σελίδα {page} από {pages}',
  previous: 'Προηγούμενη σελίδα',
  next: 'Επόμενη σελίδα',
  smaller: 'Σμίκρυνση',
  larger: 'Μεγέθυνση',
  zoom: '{percent} %',
  first: 'Εμφανίζονται τα πρώτα {shown} από {documents} έγγραφα. Το αρχείο που κατεβαίνει τα περιέχει όλα.',
  pageFailed: 'Η σελίδα δεν μπόρεσε να σχεδιαστεί. Κατεβάστε το αρχείο για να τη διαβάσετε.',
  cannot: 'Αυτό το έγγραφο δεν εμφανίζεται εδώ',
  locked: 'Προστατεύεται με κωδικό. Κατεβάστε το και ανοίξτε το με τον κωδικό του.',
  damaged: 'Δεν διαβάστηκε ως PDF. Το πρωτότυπο κατεβαίνει όπως ανέβηκε.',
  other: 'Είναι έγγραφο, αλλά όχι PDF. Κατεβάστε το αρχείο για να το διαβάσετε.',
  unreachable: 'Η πύλη δεν το έδωσε. Δοκιμάστε ξανά ή κατεβάστε το αρχείο.',
};
