import type { messages as english } from '../en/consent-text.ts';
import type { SameKeys } from '../messages.ts';

export const messages = {
  willSee: 'Θα βλέπει και θα κατεβάζει τις εικόνες και τα πορίσματα.',
  youWillSee: 'Εσείς θα βλέπετε εδώ τι άνοιξε και πότε.',
  youMayStop: 'Το σταματάτε όποτε θέλετε, με το ίδιο μήνυμα.',
  unknownDoctor: 'Αν δεν γνωρίζετε τον γιατρό / τη γιατρό, πατήστε «Όχι». Δεν θα δει τίποτα.',
} as const satisfies SameKeys<typeof english>;
