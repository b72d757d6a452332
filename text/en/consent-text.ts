/** What a patient agrees to. Its hash is stored with each grant: a change needs a new `consentTextVersion`. */
export const messages = {
  willSee: 'They will see and download the images and reports.',
  youWillSee: 'You will see here what was opened, and when.',
  youMayStop: 'You can stop this whenever you like, with the same message.',
  unknownDoctor: 'If you do not know this doctor, press “No”. They will see nothing.',
} as const;
