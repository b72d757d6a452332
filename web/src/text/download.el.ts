import type { SameKeys } from './define-messages.ts';
import type { downloadEn } from './download.en.ts';

export const downloadEl: SameKeys<typeof downloadEn> = {
  started: 'Η λήψη ξεκίνησε',
  startedText: 'Το αρχείο κατεβαίνει στον υπολογιστή σας.',
  failed: 'Η λήψη δεν ξεκίνησε',
  failedText: 'Δεν μπορέσαμε να φέρουμε το αρχείο. Δοκιμάστε ξανά.',
};
