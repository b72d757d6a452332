import type { Language } from '../shapes/common.ts';
import { formatMessage, type LocalizedText, type MessageParams } from './format-message.ts';
import { formatFinding, isFindingCode, probeNames } from './health.ts';
import { isMessageKind, messageKinds } from './messages.ts';

export const eventLevels = ['info', 'success', 'warning', 'error'] as const;
export type EventLevel = (typeof eventLevels)[number];

/** Parts of the portal that write log entries. */
export const eventSources = {
  portal: { en: 'Portal', el: 'Πύλη' },
  database: { en: 'Database', el: 'Βάση δεδομένων' },
  api: { en: 'API', el: 'API' },
  storage: { en: 'Storage', el: 'Αποθήκευση' },
  queue: { en: 'Jobs', el: 'Εργασίες' },
  sms: { en: 'SMS', el: 'SMS' },
  mail: { en: 'E-mail', el: 'E-mail' },
  accounts: { en: 'Accounts', el: 'Λογαριασμοί' },
  health: { en: 'Health', el: 'Υγεία' },
} as const satisfies Record<string, LocalizedText>;
export type EventSource = keyof typeof eventSources;

interface EventText extends LocalizedText {
  level: EventLevel;
  source: EventSource;
}

/** All entries of the system log. Parameters contain only codes and counts, never a person's name, number or text. */
export const systemEvents = {
  started: {
    level: 'success',
    source: 'portal',
    en: 'The portal started, with PostgreSQL {postgres}.',
    el: 'Η πύλη ξεκίνησε, με PostgreSQL {postgres}.',
  },
  stopped: { level: 'info', source: 'portal', en: 'The portal was stopped.', el: 'Η πύλη σταμάτησε.' },
  migrated: {
    level: 'success',
    source: 'database',
    en: 'The database was brought up to date. Steps: {steps}, the last {last}.',
    el: 'Η βάση δεδομένων ενημερώθηκε. Βήματα: {steps}, το τελευταίο {last}.',
  },
  'sms-reach-nobody': {
    level: 'warning',
    source: 'sms',
    en: 'SMS land in files and reach nobody. Set SMS_URL to a gateway.',
    el: 'Τα SMS γράφονται σε αρχεία και δεν φτάνουν σε κανέναν. Ορίστε πύλη στο SMS_URL.',
  },
  'codec-missing': {
    level: 'warning',
    source: 'portal',
    en: 'A program that decodes or writes pictures cannot be loaded on this machine: some thumbnails and previews are not made. Install the packages again.',
    el: 'Ένα πρόγραμμα που αποκωδικοποιεί ή γράφει εικόνες δεν φορτώνεται σε αυτό το μηχάνημα: κάποιες μικρογραφίες και προεπισκοπήσεις δεν δημιουργούνται. Εγκαταστήστε ξανά τα πακέτα.',
  },
  'originals-verified': {
    level: 'success',
    source: 'storage',
    en: 'Every stored file was read again and is what was received. Files: {good}, {goodBytes}.',
    el: 'Κάθε αποθηκευμένο αρχείο διαβάστηκε ξανά και είναι ό,τι παραλήφθηκε. Αρχεία: {good}, {goodBytes}.',
  },
  'originals-damaged': {
    level: 'error',
    source: 'storage',
    en: 'Stored files were read again, and {bad} are not what was received. Good ones: {good}, {goodBytes}.',
    el: 'Τα αποθηκευμένα αρχεία διαβάστηκαν ξανά και {bad} δεν είναι ό,τι παραλήφθηκε. Σωστά: {good}, {goodBytes}.',
  },
  'backup-made': {
    level: 'success',
    source: 'storage',
    en: 'A backup was made. Rows: {rows}, files: {files}, of them copied now: {copied}, {copiedBytes}.',
    el: 'Δημιουργήθηκε αντίγραφο ασφαλείας. Γραμμές: {rows}, αρχεία: {files}, από αυτά αντιγράφηκαν τώρα: {copied}, {copiedBytes}.',
  },
  'backup-incomplete': {
    level: 'error',
    source: 'storage',
    en: 'A backup was made, and {missing} uploaded files were not there to be copied. Run npm run verify.',
    el: 'Δημιουργήθηκε αντίγραφο ασφαλείας, αλλά {missing} αρχεία δεν βρέθηκαν για να αντιγραφούν. Εκτελέστε npm run verify.',
  },
  'backup-restored': {
    level: 'warning',
    source: 'storage',
    en: 'The portal was restored from the backup {backup}. Rows: {rows}. Sessions and tokens ended: {ended}.',
    el: 'Η πύλη επαναφέρθηκε από το αντίγραφο ασφαλείας {backup}. Γραμμές: {rows}. Συνεδρίες και διακριτικά που έληξαν: {ended}.',
  },
  'doctor-approved': { level: 'success', source: 'accounts', en: 'A doctor was approved.', el: 'Εγκρίθηκε γιατρός.' },
  'doctor-rejected': {
    level: 'info',
    source: 'accounts',
    en: 'A doctor’s request was rejected.',
    el: 'Απορρίφθηκε αίτηση γιατρού.',
  },
  'account-disabled': {
    level: 'warning',
    source: 'accounts',
    en: 'An account was suspended or disabled.',
    el: 'Ένας λογαριασμός τέθηκε σε αναστολή ή απενεργοποιήθηκε.',
  },
  'account-enabled': {
    level: 'info',
    source: 'accounts',
    en: 'An account was reinstated or enabled.',
    el: 'Ένας λογαριασμός ενεργοποιήθηκε ξανά.',
  },
  'center-created': {
    level: 'success',
    source: 'accounts',
    en: 'Medical center number {number} was created.',
    el: 'Δημιουργήθηκε το ιατρικό κέντρο με αριθμό {number}.',
  },
  'mail-sent': {
    level: 'success',
    source: 'mail',
    en: 'A mail was sent: {kind}.',
    el: 'Στάλθηκε e-mail: {kind}.',
  },
  'sms-failed': {
    level: 'error',
    source: 'sms',
    en: 'An SMS was given up after {attempts} attempts: {kind}, {error}.',
    el: 'Ένα SMS εγκαταλείφθηκε μετά από {attempts} προσπάθειες: {kind}, {error}.',
  },
  'mail-failed': {
    level: 'error',
    source: 'mail',
    en: 'A mail was given up after {attempts} attempts: {kind}, {error}.',
    el: 'Ένα e-mail εγκαταλείφθηκε μετά από {attempts} προσπάθειες: {kind}, {error}.',
  },
  'sms-expired': {
    level: 'warning',
    source: 'sms',
    en: 'An SMS could not be sent in time and was dropped: {kind}, {error}.',
    el: 'Ένα SMS δεν στάλθηκε εγκαίρως και απορρίφθηκε: {kind}, {error}.',
  },
  'mail-expired': {
    level: 'warning',
    source: 'mail',
    en: 'A mail could not be sent in time and was dropped: {kind}, {error}.',
    el: 'Ένα e-mail δεν στάλθηκε εγκαίρως και απορρίφθηκε: {kind}, {error}.',
  },
  'sms-uncertain': {
    level: 'warning',
    source: 'sms',
    en: 'Nobody knows whether an SMS was sent; it is not sent again: {kind}, {error}.',
    el: 'Δεν είναι γνωστό αν στάλθηκε ένα SMS· δεν θα σταλεί ξανά: {kind}, {error}.',
  },
  'mail-uncertain': {
    level: 'warning',
    source: 'mail',
    en: 'Nobody knows whether a mail was sent; it is not sent again: {kind}, {error}.',
    el: 'Δεν είναι γνωστό αν στάλθηκε ένα e-mail· δεν θα σταλεί ξανά: {kind}, {error}.',
  },
  'messages-forgotten': {
    level: 'warning',
    source: 'queue',
    en: 'Messages whose job was gone were emptied unsent: {count}.',
    el: 'Μηνύματα που έχασαν την εργασία τους άδειασαν χωρίς να σταλούν: {count}.',
  },
  'objects-swept': {
    level: 'info',
    source: 'storage',
    en: 'Files that no exam owns were removed: {count}.',
    el: 'Αφαιρέθηκαν αρχεία που δεν ανήκουν σε εξέταση: {count}.',
  },
  'job-failed': {
    level: 'warning',
    source: 'queue',
    en: 'A job failed and will be tried again: {job}, {error}.',
    el: 'Μια εργασία απέτυχε και θα ξαναδοκιμαστεί: {job}, {error}.',
  },
  'job-dead': {
    level: 'error',
    source: 'queue',
    en: 'A job was given up after {attempts} attempts: {job}, {error}.',
    el: 'Μια εργασία εγκαταλείφθηκε μετά από {attempts} προσπάθειες: {job}, {error}.',
  },
  'job-lease-lost': {
    level: 'warning',
    source: 'queue',
    en: 'A job took too long to be heard of and was given to another worker: {job}.',
    el: 'Μια εργασία άργησε να δώσει σημεία και δόθηκε αλλού: {job}.',
  },
  'queue-database-failed': {
    level: 'warning',
    source: 'queue',
    en: 'The job queue did not reach the database: {error}.',
    el: 'Η ουρά εργασιών δεν βρήκε τη βάση δεδομένων: {error}.',
  },
  'request-failed': {
    level: 'error',
    source: 'api',
    en: 'A request failed on our side: {route}, {error}.',
    el: 'Ένα αίτημα απέτυχε από δική μας πλευρά: {route}, {error}.',
  },
  'connection-lost': {
    level: 'warning',
    source: 'database',
    en: 'A connection to the database was lost: {error}.',
    el: 'Χάθηκε μια σύνδεση με τη βάση δεδομένων: {error}.',
  },
  'events-wait': {
    level: 'warning',
    source: 'database',
    en: 'Live updates wait for the database: {error}.',
    el: 'Οι ζωντανές ενημερώσεις περιμένουν τη βάση δεδομένων: {error}.',
  },
  'health-failed': {
    level: 'error',
    source: 'health',
    en: '{probe}: {finding}',
    el: '{probe}: {finding}',
  },
  'health-warning': {
    level: 'warning',
    source: 'health',
    en: '{probe}: {finding}',
    el: '{probe}: {finding}',
  },
  'health-well': {
    level: 'success',
    source: 'health',
    en: 'Well again. {probe}: {finding}',
    el: 'Ξανά καλά. {probe}: {finding}',
  },
  'other-warning': {
    level: 'warning',
    source: 'portal',
    en: 'A warning was logged: {error}. The log of the process says more.',
    el: 'Καταγράφηκε προειδοποίηση: {error}. Περισσότερα στο αρχείο καταγραφής της διεργασίας.',
  },
  'other-error': {
    level: 'error',
    source: 'portal',
    en: 'An error was logged: {error}. The log of the process says more.',
    el: 'Καταγράφηκε σφάλμα: {error}. Περισσότερα στο αρχείο καταγραφής της διεργασίας.',
  },
  'alarm-codes_burnt': {
    level: 'warning',
    source: 'accounts',
    en: 'Three codes of one doctor were used up by wrong entries within a day: the doctor’s requests pause.',
    el: 'Τρεις κωδικοί ενός γιατρού εξαντλήθηκαν από λάθος καταχωρίσεις μέσα σε μία ημέρα: τα αιτήματά του σταματούν προσωρινά.',
  },
  'alarm-unknown_numbers': {
    level: 'warning',
    source: 'accounts',
    en: 'A doctor asked for five numbers in a row to which no code was sent.',
    el: 'Ένας γιατρός ζήτησε στη σειρά πέντε αριθμούς στους οποίους δεν στάλθηκε κωδικός.',
  },
  'alarm-many_downloads': {
    level: 'warning',
    source: 'accounts',
    en: 'A doctor downloaded 100 files within a day.',
    el: 'Ένας γιατρός έκανε 100 λήψεις αρχείων μέσα σε μία ημέρα.',
  },
  'alarm-sms_half': {
    level: 'warning',
    source: 'sms',
    en: 'Half of the SMS of a day are sent.',
    el: 'Στάλθηκαν τα μισά SMS της ημέρας.',
  },
  'alarm-sms_spent': {
    level: 'error',
    source: 'sms',
    en: 'All SMS of a day are sent: no more leave until tomorrow. SMS_PER_DAY sets how many.',
    el: 'Στάλθηκαν όλα τα SMS της ημέρας: δεν φεύγει άλλο ως αύριο. Το SMS_PER_DAY ορίζει πόσα.',
  },
  'lines-left-out': {
    level: 'warning',
    source: 'portal',
    en: 'Log entries left out here, since too many came at once: {count}.',
    el: 'Καταχωρίσεις που παραλείφθηκαν εδώ, επειδή ήρθαν πολλές μαζί: {count}.',
  },
} as const satisfies Record<string, EventText>;
export type SystemEventCode = keyof typeof systemEvents;

export function isSystemEventCode(code: unknown): code is SystemEventCode {
  return typeof code === 'string' && Object.hasOwn(systemEvents, code);
}

/** Formats a log entry in one language, including the names of kinds, probes and findings. */
export function formatSystemEvent(code: SystemEventCode, params: MessageParams, language: Language): string {
  return formatMessage(systemEvents[code][language], { ...params, ...translateParams(params, language) }, language);
}

function translateParams({ kind, probe, finding, ...params }: MessageParams, language: Language): MessageParams {
  return {
    ...(isMessageKind(kind) ? { kind: messageKinds[kind][language] } : {}),
    ...(isProbeName(probe) ? { probe: probeNames[probe][language] } : {}),
    ...(isFindingCode(finding) ? { finding: formatFinding({ code: finding, params }, language) } : {}),
  };
}

function isProbeName(name: unknown): name is keyof typeof probeNames {
  return typeof name === 'string' && Object.hasOwn(probeNames, name);
}
