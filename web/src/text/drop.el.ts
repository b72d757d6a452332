import type { SameKeys } from './define-messages.ts';
import type { dropEn } from './drop.en.ts';

export const dropEl: SameKeys<typeof dropEn> = {
  inFile: 'Στο αρχείο',
  counts:
    '{studies, plural, one {# μελέτη} other {# μελέτες}} · {series, plural, one {# σειρά} other {# σειρές}} · {images, plural, one {# εικόνα} other {# εικόνες}}',
  person: 'Εξέταση {number, number} από {count, number} εδώ',
  personText:
    'Τα αρχεία είναι περισσότερων προσώπων. Καθένα γίνεται δική του εξέταση· η επόμενη έρχεται μετά από αυτή.',
  unknownText:
    'Τα αρχεία αυτά δεν γράφουν κανένα όνομα και δεν είναι από μελέτη των άλλων προσώπων. Επιλέξτε τίνος είναι.',
  images: '{count, plural, one {# εικόνα} other {# εικόνες}}',
  unnamed: 'Σειρά χωρίς όνομα',
  series: 'Σειρά {number, number}',
  unnamedStudy: 'Μελέτη χωρίς όνομα',
  accession: 'αρ. {number}',
  left: '{count, plural, one {# αρχείο που δεν είναι εικόνα μένει} other {# αρχεία που δεν είναι εικόνες μένουν}} έξω.',
  programs: '{count, plural, one {# πρόγραμμα του δίσκου μένει} other {# προγράμματα του δίσκου μένουν}} έξω.',
  damaged: '{count, plural, one {# αρχείο δεν διαβάστηκε και μένει} other {# αρχεία δεν διαβάστηκαν και μένουν}} έξω.',
  other: {
    title: 'Το αρχείο φαίνεται να είναι άλλου ασθενούς',
    fields: 'Διαφέρουν από την καρτέλα: {fields}.',
    field: 'Διαφέρει από την καρτέλα: {fields}.',
    match: 'Ταιριάζει με τον ασθενή σας {name}.',
    switchTo: 'Αλλαγή σε {name}',
    anyway: 'Ανέβασμα σε {name} παρ’ όλα αυτά',
    asks: 'Θα σας ζητηθεί η αιτία.',
    reason: 'Γιατί είναι αυτού του ασθενούς;',
    reasonHelp: 'Μένει με την εξέταση. Οι γιατροί βλέπουν ότι το αρχείο γράφει άλλον.',
    reasonMissing: 'Γράψτε την αιτία',
    confirm: 'Επιβεβαίωση',
    keep: 'Ακύρωση',
    confirmed: 'Επιβεβαιώσατε ότι είναι του ασθενούς {name}: {reason}',
    change: 'Αλλαγή',
  },
  known: 'Το αρχείο γράφει τον ασθενή σας {name}.',
  choose: 'Επιλογή: {name}',
};
