import type { SameKeys } from './define-messages.ts';
import type { mismatchEn } from './mismatch.en.ts';

export const mismatchEl: SameKeys<typeof mismatchEn> = {
  field: {
    name: 'Όνομα',
    birthDate: 'Ημερομηνία γέννησης',
    sex: 'Φύλο',
    number: 'Αριθμός ασθενούς',
  },
  record: 'Στην καρτέλα',
  chosen: 'Επιλεγμένος ασθενής',
  file: 'Στο αρχείο',
  differs: 'διαφέρει',
  sex: { M: 'Άνδρας', F: 'Γυναίκα' },
  anothers: 'Ήρθε παλαιότερα με άλλον ασθενή',
  several: 'Το αρχείο έχει εικόνες περισσότερων προσώπων:',
  notCompared:
    'Δεν διαβάστηκαν όλα τα αρχεία της για να συγκριθούν με την καρτέλα. Τα υπόλοιπα μπορεί να γράφουν άλλο όνομα.',
  born: '{name}, {day}',
  nameless: 'Χωρίς όνομα',
  mark: {
    held: 'Άλλος ασθενής στο αρχείο',
    confirmed: 'Άλλος ασθενής στο αρχείο, επιβεβαιώθηκε',
    notCompared: 'Δεν συγκρίθηκαν όλα τα αρχεία, επιβεβαιώθηκε',
  },
  markText: 'Το κέντρο επιβεβαίωσε ότι η εξέταση είναι αυτού του ασθενούς.',
};
