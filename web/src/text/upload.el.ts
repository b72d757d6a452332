import type { Same } from './texts.ts';
import type { uploadEn } from './upload.en.ts';

export const uploadEl: Same<typeof uploadEn> = {
  dock: 'Ανεβάσματα',
  of: '{patient} · {examType}',
  progress: 'Ανέβασμα του {file}',
  cancel: 'Ακύρωση του ανεβάσματος: {file}',
  dismiss: 'Απόκρυψη: {file}',
  retry: 'Δοκιμάστε ξανά',
  retryOf: 'Δοκιμάστε ξανά: {file}',
  waiting: 'Περιμένει τη σειρά του',
  sealing: 'Ελέγχεται και σφραγίζεται...',
  done: '{size} σε {seconds, number} δ.',
  clear: 'Απόκρυψη ολοκληρωμένων',
  more: '{count, plural, one {# ακόμη} other {# ακόμη}}',
  fewer: 'Λιγότερα',
  running: '{count, plural, one {# ανέβασμα σε εξέλιξη} other {# ανεβάσματα σε εξέλιξη}}',
  open: 'Εμφάνιση ανεβασμάτων',
  close: 'Απόκρυψη ανεβασμάτων',
  view: 'Προβολή',
  viewOf: 'Προβολή: {file}',
  leave: {
    title: '{count, plural, one {Ένα ανέβασμα είναι σε εξέλιξη} other {# ανεβάσματα είναι σε εξέλιξη}}',
    text: 'Με την αποσύνδεση {count, plural, one {σταματά και το αρχείο δεν φυλάγεται} other {σταματούν και τα αρχεία δεν φυλάγονται}}.',
    logOut: 'Διακοπή και αποσύνδεση',
    stay: 'Να μείνω',
  },
  storage: {
    used: 'Χώρος',
    of: '{used} από {quota}',
  },
  toast: {
    successful: 'Η εξέταση ανέβηκε',
    successfulText: 'Φυλάχθηκε ακριβώς όπως τη στείλατε.',
    failed: 'Η εξέταση δεν ανέβηκε',
    failedText: 'Δεν χάθηκε τίποτα. Δοκιμάστε ξανά.',
  },
};
