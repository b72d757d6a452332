import type { LocalizedText } from './format-message.ts';

/** Kinds of SMS and e-mail that the portal sends, with their names on the administrator's screens. */
export const messageKinds = {
  code: { en: 'One-time code', el: 'Κωδικός μίας χρήσης' },
  consent: { en: 'Consent link', el: 'Σύνδεσμος συγκατάθεσης' },
  link: { en: 'Consent link, sent again', el: 'Σύνδεσμος συγκατάθεσης, ξανά' },
  looked: { en: 'Word of who looked', el: 'Ενημέρωση για το ποιος κοίταξε' },
  approved: { en: 'Doctor approved', el: 'Έγκριση γιατρού' },
  rejected: { en: 'Doctor rejected', el: 'Απόρριψη γιατρού' },
  suspended: { en: 'Doctor suspended', el: 'Αναστολή γιατρού' },
  reinstated: { en: 'Doctor reinstated', el: 'Άρση αναστολής γιατρού' },
  disabled: { en: 'Account disabled', el: 'Απενεργοποίηση λογαριασμού' },
  enabled: { en: 'Account enabled', el: 'Ενεργοποίηση λογαριασμού' },
  'password-reset': { en: 'Link for a new password', el: 'Σύνδεσμος για νέο κωδικό' },
  'password-changed': { en: 'Password changed', el: 'Αλλαγή κωδικού' },
  'confirm-email': { en: 'Link to confirm an e-mail', el: 'Σύνδεσμος επιβεβαίωσης e-mail' },
  'email-known': { en: 'Sign-up with a known e-mail', el: 'Εγγραφή με γνωστό e-mail' },
  email_changed: { en: 'E-mail changed', el: 'Αλλαγή e-mail' },
  support: { en: 'Message to the operator', el: 'Μήνυμα προς τον διαχειριστή' },
  'support-reply': { en: 'Answer from the operator', el: 'Απάντηση του διαχειριστή' },
} as const satisfies Record<string, LocalizedText>;
export type MessageKind = keyof typeof messageKinds;

export const messageChannels = ['sms', 'mail'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** `failed`: permanently rejected. `uncertain`: it may have arrived and is not sent again (decision 006). */
export const messageStates = ['waiting', 'sent', 'failed', 'expired', 'superseded', 'uncertain'] as const;
export type MessageState = (typeof messageStates)[number];

/** Narrows a stored kind: a row written by a later version may have another. */
export function isMessageKind(kind: unknown): kind is MessageKind {
  return typeof kind === 'string' && Object.hasOwn(messageKinds, kind);
}
