import type { SameKeys } from './define-messages.ts';
import type { uploadEn } from './upload.en.ts';

export const uploadEl: SameKeys<typeof uploadEn> = {
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
