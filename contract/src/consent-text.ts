/**
 * Version of the text that a patient agrees to on the consent page (`text/<language>/consent-text.ts`). The server stores
 * the version and the text's hash with each grant, so a change of the text needs a new version.
 */
export const consentTextVersion = '2026-11-27';

/** The parts of that text, in the order in which they are hashed and printed. */
export const consentTextParts = ['willSee', 'youWillSee', 'youMayStop', 'unknownDoctor'] as const;
