import type { Language } from '../shapes/common.ts';
import { formatMessage, type LocalizedText, type MessageParams } from './format-message.ts';

/** Health probes in the order of the screen, with their names. */
export const probeNames = {
  database: { en: 'Database', el: 'Βάση δεδομένων' },
  api: { en: 'API', el: 'API' },
  authentication: { en: 'Authentication', el: 'Ταυτοποίηση' },
  storage: { en: 'File storage', el: 'Αποθήκευση αρχείων' },
  queue: { en: 'Job queue', el: 'Ουρά εργασιών' },
  sms: { en: 'SMS gateway', el: 'Πύλη SMS' },
  mail: { en: 'E-mail', el: 'E-mail' },
  disk: { en: 'Disk space', el: 'Χώρος στον δίσκο' },
  keys: { en: 'Encryption key', el: 'Κλειδί κρυπτογράφησης' },
  audit: { en: 'Audit trail', el: 'Ίχνος ελέγχου' },
  'second-factor': { en: 'Second factor', el: 'Δεύτερος παράγοντας' },
} as const satisfies Record<string, LocalizedText>;
export type ProbeName = keyof typeof probeNames;

/** `warning`: it works but needs attention. `failed`: it does not work, or users are affected. */
export const healthStates = ['ok', 'warning', 'failed'] as const;
export type HealthState = (typeof healthStates)[number];

interface FindingText {
  state: HealthState;
  /** One or two words next to the icon. */
  label: LocalizedText;
  /** The check and its result. */
  message: LocalizedText;
}

const slow = { en: 'Slow', el: 'Αργεί' };
const connected = { en: 'Connected', el: 'Συνδεδεμένη' };
const notReached = { en: 'Not reached', el: 'Δεν απαντά' };
const toFiles = { en: 'Into files', el: 'Σε αρχεία' };

/** All results of probes. Parameters are codes, counts, sizes, hosts and folders. */
export const findings = {
  'database-well': {
    state: 'ok',
    label: connected,
    message: { en: 'A row written, read back and removed.', el: 'Μια γραμμή γράφτηκε, διαβάστηκε και αφαιρέθηκε.' },
  },
  'database-slow': {
    state: 'warning',
    label: slow,
    message: {
      en: 'A row written, read back and removed, but slowly.',
      el: 'Μια γραμμή γράφτηκε, διαβάστηκε και αφαιρέθηκε, αλλά αργά.',
    },
  },
  'database-failed': {
    state: 'failed',
    label: { en: 'Not connected', el: 'Χωρίς σύνδεση' },
    message: { en: 'No row could be written: {error}.', el: 'Δεν γράφτηκε γραμμή: {error}.' },
  },
  'api-well': {
    state: 'ok',
    label: { en: 'Operational', el: 'Σε λειτουργία' },
    message: {
      en: 'Requests in 5 minutes: {requests}, 95 % within {p95Ms}.',
      el: 'Αιτήματα σε 5 λεπτά: {requests}, το 95 % σε {p95Ms}.',
    },
  },
  'api-quiet': {
    state: 'ok',
    label: { en: 'Operational', el: 'Σε λειτουργία' },
    message: {
      en: 'It answered itself; nobody else asked in 5 minutes.',
      el: 'Απάντησε στον εαυτό του· κανείς άλλος δεν ρώτησε σε 5 λεπτά.',
    },
  },
  'api-slow': {
    state: 'warning',
    label: slow,
    message: {
      en: 'Requests in 5 minutes: {requests}, 95 % within {p95Ms}.',
      el: 'Αιτήματα σε 5 λεπτά: {requests}, το 95 % σε {p95Ms}.',
    },
  },
  'api-failing': {
    state: 'warning',
    label: { en: 'Errors', el: 'Σφάλματα' },
    message: {
      en: 'In 5 minutes {failures} of {requests} requests failed on our side.',
      el: 'Σε 5 λεπτά {failures} από {requests} αιτήματα απέτυχαν από δική μας πλευρά.',
    },
  },
  'api-failed': {
    state: 'failed',
    label: { en: 'Not answering', el: 'Δεν απαντά' },
    message: { en: 'It did not answer itself: {error}.', el: 'Δεν απάντησε στον εαυτό του: {error}.' },
  },
  'authentication-well': {
    state: 'ok',
    label: { en: 'Secure', el: 'Ασφαλής' },
    message: {
      en: 'A session made, found and revoked; a wrong password refused.',
      el: 'Μια συνεδρία φτιάχτηκε, βρέθηκε και ανακλήθηκε· λάθος κωδικός δεν πέρασε.',
    },
  },
  'authentication-slow': {
    state: 'warning',
    label: slow,
    message: {
      en: 'Sessions and passwords work, but checking one took long.',
      el: 'Συνεδρίες και κωδικοί λειτουργούν, αλλά ο έλεγχος άργησε.',
    },
  },
  'authentication-failed': {
    state: 'failed',
    label: { en: 'Not working', el: 'Δεν λειτουργεί' },
    message: {
      en: 'A trial session or password did not do what it must: {error}.',
      el: 'Μια δοκιμαστική συνεδρία ή κωδικός δεν έκανε ό,τι έπρεπε: {error}.',
    },
  },
  'storage-well': {
    state: 'ok',
    label: { en: 'Available', el: 'Διαθέσιμη' },
    message: {
      en: 'An object written, read back, compared and removed.',
      el: 'Ένα αντικείμενο γράφτηκε, διαβάστηκε και συγκρίθηκε.',
    },
  },
  'storage-slow': {
    state: 'warning',
    label: slow,
    message: {
      en: 'An object written, read back and compared, but slowly.',
      el: 'Ένα αντικείμενο γράφτηκε, διαβάστηκε και συγκρίθηκε, αλλά αργά.',
    },
  },
  'storage-failed': {
    state: 'failed',
    label: { en: 'Not available', el: 'Μη διαθέσιμη' },
    message: {
      en: 'No object could be written and read back: {error}.',
      el: 'Δεν γράφτηκε και διαβάστηκε αντικείμενο: {error}.',
    },
  },
  'queue-well': {
    state: 'ok',
    label: { en: 'On time', el: 'Στην ώρα της' },
    message: {
      en: 'No job is late; waiting for their hour: {waiting}.',
      el: 'Καμία εργασία δεν άργησε· περιμένουν την ώρα τους: {waiting}.',
    },
  },
  'queue-late': {
    state: 'warning',
    label: { en: 'Late', el: 'Καθυστερεί' },
    message: {
      en: 'The oldest due job has waited {overdueMs}. Waiting in all: {waiting}.',
      el: 'Η παλαιότερη εργασία περιμένει {overdueMs}. Σε αναμονή συνολικά: {waiting}.',
    },
  },
  'queue-stuck': {
    state: 'failed',
    label: { en: 'Stuck', el: 'Κόλλησε' },
    message: {
      en: 'The oldest due job has waited {overdueMs}: nothing takes it. Waiting in all: {waiting}.',
      el: 'Η παλαιότερη εργασία περιμένει {overdueMs}: κανείς δεν την παίρνει. Σε αναμονή συνολικά: {waiting}.',
    },
  },
  'queue-dead': {
    state: 'warning',
    label: { en: 'Given up', el: 'Εγκαταλείφθηκαν' },
    message: {
      en: 'Jobs given up after all their attempts: {dead}.',
      el: 'Εργασίες που εγκαταλείφθηκαν μετά από όλες τις προσπάθειες: {dead}.',
    },
  },
  'queue-failed': {
    state: 'failed',
    label: { en: 'Not readable', el: 'Δεν διαβάζεται' },
    message: { en: 'The jobs could not be counted: {error}.', el: 'Οι εργασίες δεν μετρήθηκαν: {error}.' },
  },
  'sms-well': {
    state: 'ok',
    label: connected,
    message: { en: '{where} answered. Nothing was sent.', el: 'Το {where} απάντησε. Δεν στάλθηκε τίποτα.' },
  },
  'sms-slow': {
    state: 'warning',
    label: slow,
    message: { en: '{where} answered late.', el: 'Το {where} άργησε να απαντήσει.' },
  },
  'sms-troubled': {
    state: 'warning',
    label: { en: 'Failures', el: 'Αποτυχίες' },
    message: {
      en: '{where} answered. Not delivered in the last 24 hours: {failed} of {messages} SMS.',
      el: 'Το {where} απάντησε. Δεν παραδόθηκαν τις τελευταίες 24 ώρες: {failed} από {messages} SMS.',
    },
  },
  'sms-half': {
    state: 'warning',
    label: { en: 'Half spent', el: 'Στη μέση' },
    message: {
      en: '{sent} of {budget} SMS of today are sent. SMS_PER_DAY sets how many.',
      el: 'Στάλθηκαν {sent} από τα {budget} SMS της ημέρας. Το SMS_PER_DAY ορίζει πόσα.',
    },
  },
  'sms-spent': {
    state: 'failed',
    label: { en: 'Spent', el: 'Εξαντλήθηκαν' },
    message: {
      en: 'All {budget} SMS of today are sent: no code and no link leaves until tomorrow. Raise SMS_PER_DAY if this is right.',
      el: 'Στάλθηκαν και τα {budget} SMS της ημέρας: δεν φεύγει κωδικός ή σύνδεσμος ως αύριο. Αυξήστε το SMS_PER_DAY αν είναι σωστό.',
    },
  },
  'sms-files': {
    state: 'ok',
    label: toFiles,
    message: {
      en: 'They land in {where} and reach nobody.',
      el: 'Γράφονται στον φάκελο {where} και δεν φτάνουν σε κανέναν.',
    },
  },
  'sms-nobody': {
    state: 'failed',
    label: toFiles,
    message: {
      en: 'SMS land in files: no patient gets a code or a link. Set SMS_URL.',
      el: 'Τα SMS γράφονται σε αρχεία: κανείς ασθενής δεν παίρνει κωδικό ή σύνδεσμο. Ορίστε το SMS_URL.',
    },
  },
  'sms-failed': {
    state: 'failed',
    label: notReached,
    message: { en: 'The gateway was not reached: {error}.', el: 'Η πύλη δεν απάντησε: {error}.' },
  },
  'mail-well': {
    state: 'ok',
    label: { en: 'Connected', el: 'Συνδεδεμένο' },
    message: { en: '{where} answered. Nothing was sent.', el: 'Το {where} απάντησε. Δεν στάλθηκε τίποτα.' },
  },
  'mail-slow': {
    state: 'warning',
    label: slow,
    message: { en: '{where} answered late.', el: 'Το {where} άργησε να απαντήσει.' },
  },
  'mail-troubled': {
    state: 'warning',
    label: { en: 'Failures', el: 'Αποτυχίες' },
    message: {
      en: '{where} answered. Not delivered in the last 24 hours: {failed} of {messages} mails.',
      el: 'Το {where} απάντησε. Δεν παραδόθηκαν τις τελευταίες 24 ώρες: {failed} από {messages} μηνύματα.',
    },
  },
  'mail-files': {
    state: 'ok',
    label: toFiles,
    message: {
      en: 'They land in {where} and reach nobody.',
      el: 'Γράφονται στον φάκελο {where} και δεν φτάνουν σε κανέναν.',
    },
  },
  'mail-nobody': {
    state: 'warning',
    label: toFiles,
    message: {
      en: 'Mails land in files and reach nobody. Set MAIL_URL.',
      el: 'Τα e-mail γράφονται σε αρχεία και δεν φτάνουν σε κανέναν. Ορίστε το MAIL_URL.',
    },
  },
  'mail-failed': {
    state: 'failed',
    label: notReached,
    message: {
      en: 'The mail server was not reached: {error}.',
      el: 'Ο διακομιστής αλληλογραφίας δεν απάντησε: {error}.',
    },
  },
  'disk-well': {
    state: 'ok',
    label: { en: 'Enough', el: 'Αρκετός' },
    message: {
      en: '{availableBytes} free of {totalBytes}, {percent} %.',
      el: 'Ελεύθερα {availableBytes} από {totalBytes}, {percent} %.',
    },
  },
  'disk-low': {
    state: 'warning',
    label: { en: 'Low', el: 'Λίγος' },
    message: {
      en: '{availableBytes} free of {totalBytes}, {percent} %. Make room soon.',
      el: 'Ελεύθερα {availableBytes} από {totalBytes}, {percent} %. Ελευθερώστε χώρο σύντομα.',
    },
  },
  'disk-full': {
    state: 'failed',
    label: { en: 'Full', el: 'Γεμάτος' },
    message: {
      en: '{availableBytes} free of {totalBytes}: uploads will be refused.',
      el: 'Ελεύθερα {availableBytes} από {totalBytes}: οι μεταφορτώσεις θα απορρίπτονται.',
    },
  },
  'disk-failed': {
    state: 'failed',
    label: { en: 'Not readable', el: 'Δεν διαβάζεται' },
    message: { en: 'The disk could not be read: {error}.', el: 'Ο δίσκος δεν διαβάστηκε: {error}.' },
  },
  'keys-apart': {
    state: 'ok',
    label: { en: 'Kept apart', el: 'Ξεχωριστά' },
    message: {
      en: 'Given by ENCRYPTION_KEY, and the one this database was made with.',
      el: 'Δίνεται από το ENCRYPTION_KEY και είναι αυτό με το οποίο φτιάχτηκε η βάση.',
    },
  },
  'keys-beside': {
    state: 'warning',
    label: { en: 'Beside the data', el: 'Δίπλα στα δεδομένα' },
    message: {
      en: 'Who takes the data folder takes the key too. Set ENCRYPTION_KEY.',
      el: 'Όποιος πάρει τον φάκελο των δεδομένων παίρνει και το κλειδί. Ορίστε το ENCRYPTION_KEY.',
    },
  },
  'keys-open': {
    state: 'failed',
    label: { en: 'Open to others', el: 'Εκτεθειμένο' },
    message: {
      en: 'Others on this machine may read {where}. Set its mode to 600.',
      el: 'Άλλοι σε αυτό το μηχάνημα μπορούν να διαβάσουν το {where}. Ορίστε δικαιώματα 600.',
    },
  },
  'keys-missing': {
    state: 'failed',
    label: { en: 'Missing', el: 'Λείπει' },
    message: {
      en: '{where} is gone or is another key: the next start will fail. Put it back from your copy.',
      el: 'Το {where} λείπει ή είναι άλλο κλειδί: η επόμενη εκκίνηση θα αποτύχει. Επαναφέρετέ το από το αντίγραφό σας.',
    },
  },
  'keys-failed': {
    state: 'failed',
    label: { en: 'Not readable', el: 'Δεν διαβάζεται' },
    message: { en: 'The key could not be checked: {error}.', el: 'Το κλειδί δεν ελέγχθηκε: {error}.' },
  },
  'audit-well': {
    state: 'ok',
    label: { en: 'Sealed', el: 'Σφραγισμένο' },
    message: {
      en: 'Every event older than 10 s is sealed. Records: {records}.',
      el: 'Κάθε συμβάν παλαιότερο από 10 δ. είναι σφραγισμένο. Εγγραφές: {records}.',
    },
  },
  'audit-late': {
    state: 'failed',
    label: { en: 'Not sealed', el: 'Χωρίς σφράγιση' },
    message: {
      en: 'The oldest event has waited {lagMs} for its seal. Records so far: {records}.',
      el: 'Το παλαιότερο συμβάν περιμένει τη σφράγισή του {lagMs}. Εγγραφές ως τώρα: {records}.',
    },
  },
  'audit-unsigned': {
    state: 'failed',
    label: { en: 'Not signed', el: 'Χωρίς υπογραφή' },
    message: {
      en: 'The oldest unsigned record has waited {unsignedMs} for a checkpoint. Run npm run audit:verify. Records: {records}.',
      el: 'Η παλαιότερη ανυπόγραφη εγγραφή περιμένει σημείο ελέγχου {unsignedMs}. Εκτελέστε npm run audit:verify. Εγγραφές: {records}.',
    },
  },
  'audit-failed': {
    state: 'failed',
    label: { en: 'Not readable', el: 'Δεν διαβάζεται' },
    message: { en: 'The audit trail could not be read: {error}.', el: 'Το ίχνος ελέγχου δεν διαβάστηκε: {error}.' },
  },
  'second-factor-missing': {
    state: 'warning',
    label: { en: 'Not yet', el: 'Όχι ακόμη' },
    message: {
      en: 'There is no second factor yet: a password alone opens an account.',
      el: 'Δεν υπάρχει ακόμη δεύτερος παράγοντας: ένας κωδικός αρκεί για να ανοίξει λογαριασμό.',
    },
  },
  'no-answer': {
    state: 'failed',
    label: { en: 'No answer', el: 'Χωρίς απάντηση' },
    message: { en: 'There was no answer within {limitMs}.', el: 'Δεν ήρθε απάντηση μέσα σε {limitMs}.' },
  },
} as const satisfies Record<string, FindingText>;
export type FindingCode = keyof typeof findings;

/** The result of one run of a probe. */
export interface Finding {
  code: FindingCode;
  params: MessageParams;
}

export function isFindingCode(code: unknown): code is FindingCode {
  return typeof code === 'string' && Object.hasOwn(findings, code);
}

/** Formats a finding as text. */
export function formatFinding({ code, params }: Finding, language: Language): string {
  return formatMessage(findings[code].message[language], params, language);
}
