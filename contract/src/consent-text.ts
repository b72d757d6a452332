import type { Language } from './shapes/common.ts';

/**
 * Version of the text that a patient agrees to on the consent page. The server stores the version and the text's hash
 * with each grant, so a change of the text needs a new version.
 */
export const consentTextVersion = '2026-11';

interface ConsentText {
  willSee: string;
  youWillSee: string;
  youMayStop: string;
  unknownDoctor: string;
}

export const consentTexts: Record<Language, ConsentText> = {
  en: {
    willSee: 'They will see and download the images and reports.',
    youWillSee: 'You will see here what was opened, and when.',
    youMayStop: 'You can stop this whenever you like, with the same message.',
    unknownDoctor: 'If you do not know this doctor, press “No”. They will see nothing.',
  },
  el: {
    willSee: 'Θα βλέπει και θα κατεβάζει τις εικόνες και τα πορίσματα.',
    youWillSee: 'Εσείς θα βλέπετε εδώ τι άνοιξε και πότε.',
    youMayStop: 'Το σταματάτε όποτε θέλετε, με το ίδιο μήνυμα.',
    unknownDoctor: 'Αν δεν γνωρίζετε τον/τη γιατρό, πατήστε «Όχι». Δεν θα δει τίποτα.',
  },
};

/** Returns the text whose hash is stored with a grant. */
export function joinConsentText(language: Language): string {
  return Object.values(consentTexts[language]).join('\n');
}
