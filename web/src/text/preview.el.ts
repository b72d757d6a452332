import type { SameKeys } from './define-messages.ts';
import type { previewEn } from './preview.en.ts';

export const previewEl: SameKeys<typeof previewEn> = {
  title: '{type}, {day}',
  loadingTitle: 'Προεπισκόπηση',
  details: 'Λεπτομέρειες',
  view: 'Προβολή',
  counts: '{series, plural, one {# σειρά} other {# σειρές}} · {images, plural, one {# εικόνα} other {# εικόνες}}',
  series: 'Σειρές',
  seriesNumber: 'Σειρά {number, number}',
  unnamed: 'Σειρά χωρίς όνομα',
  images: '{count, plural, one {# εικόνα} other {# εικόνες}}',
  objects: '{count, plural, one {# αντικείμενο} other {# αντικείμενα}}',
  noPicture: 'Χωρίς εικόνα',
  more: 'Εδώ φαίνονται μόνο οι πρώτες {count, number} σειρές. Στην προβολή είναι όλες.',
  loading: 'Οι σειρές φορτώνουν',
  preparing: 'Ετοιμάζεται για προβολή',
  preparingText: 'Οι εικόνες εμφανίζονται εδώ μόνες τους. Το αρχείο μπορείτε ήδη να το κατεβάσετε.',
  unviewable: 'Δεν προβάλλεται στον φυλλομετρητή',
  unviewableText: {
    damaged:
      'Το αρχείο είχε φθαρεί πριν φτάσει: κομμάτια του δεν συμφωνούν με τα αθροίσματα ελέγχου τους. Μπορείτε να το κατεβάσετε όπως είναι.',
    unreadable: 'Καμία εικόνα του αρχείου δεν διαβάζεται. Μπορείτε να το κατεβάσετε όπως είναι.',
    overran:
      'Η προετοιμασία των εικόνων ξεπέρασε τον χρόνο ή τη μνήμη που επιτρέπονται. Μπορείτε να κατεβάσετε το αρχείο όπως είναι.',
  },
  notYet: 'Οι εικόνες ετοιμάζονται ακόμη',
  gone: 'Η εξέταση δεν είναι πια εδώ',
  goneText: 'Αποσύρθηκε ή μεταφέρθηκε, ή η πρόσβαση σε αυτήν έληξε.',
  examFailed: 'Η εξέταση δεν φόρτωσε',
  download: 'Λήψη',
  original: 'Αρχικό αρχείο',
  study: 'Όλες οι εικόνες σε ZIP',
  studyOf: 'Μελέτη της {day} σε ZIP',
  studyOther: 'Μελέτη {number, number} σε ZIP',
  seriesOf: 'Λήψη: {series}, σε ZIP',
};
