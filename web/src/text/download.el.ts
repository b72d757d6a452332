import type { downloadEn } from './download.en.ts';
import type { Same } from './texts.ts';

export const downloadEl: Same<typeof downloadEn> = {
  started: 'Η λήψη ξεκίνησε',
  startedText: 'Το αρχείο κατεβαίνει στον υπολογιστή σας.',
  failed: 'Η λήψη δεν ξεκίνησε',
  failedText: 'Δεν μπορέσαμε να φέρουμε το αρχείο. Δοκιμάστε ξανά.',
};
