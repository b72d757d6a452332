import type { Language } from '@medcloud/contract';

interface MailText {
  subject: string;
  text: string;
}

interface MailTexts {
  approved(values: { doctor: string; until: string | null; url: string }): MailText;
  rejected(values: { doctor: string; reason: string | null }): MailText;
  suspended(values: { doctor: string; reason: string | null; contact: string | null }): MailText;
  reinstated(values: { doctor: string; url: string }): MailText;
  disabled(values: { name: string; reason: string | null; contact: string | null }): MailText;
  enabled(values: { name: string; url: string }): MailText;
  passwordReset(values: { url: string; minutes: number; centerId: string | null }): MailText;
  passwordChanged(values: { url: string; contact: string | null }): MailText;
  confirmEmail(values: { doctor: string; url: string }): MailText;
  emailKnown(values: { login: string; forgot: string }): MailText;
  emailChanged(values: { doctor: string; from: string; to: string; contact: string | null }): MailText;
  centerEmailChanged(values: { center: string; from: string; to: string; contact: string | null }): MailText;
}

const english: MailTexts = {
  approved: ({ doctor, until, url }) => ({
    subject: 'Your MedCloud account is verified',
    text: `Dr. ${doctor},\n\nyour credentials are verified.${until ? ` Your subscription runs until ${until}.` : ''} Sign in to ask your first patient for access:\n${url}\n`,
  }),
  rejected: ({ doctor, reason }) => ({
    subject: 'Your MedCloud application',
    text: `Dr. ${doctor},\n\nwe could not verify your credentials, so your application was not accepted.${reason ? `\n\nReason: ${reason}` : ''}\n\nYou may apply again.\n`,
  }),
  suspended: ({ doctor, reason, contact }) => ({
    subject: 'Your MedCloud account is suspended',
    text: `Dr. ${doctor},\n\nyour MedCloud account is suspended. You cannot sign in, your API tokens have ended, and requests that patients had not answered have lapsed. The access that patients gave you is kept, and opens nothing meanwhile.${reason ? `\n\nReason: ${reason}` : ''}${contact ? `\n\nQuestions: ${contact}` : ''}\n`,
  }),
  reinstated: ({ doctor, url }) => ({
    subject: 'Your MedCloud account is reinstated',
    text: `Dr. ${doctor},\n\nthe suspension of your MedCloud account has ended. Sign in here; access that patients gave you and that still runs opens again:\n${url}\n`,
  }),
  disabled: ({ name, reason, contact }) => ({
    subject: 'Your MedCloud account is disabled',
    text: `${name},\n\nyour MedCloud account is disabled. Nobody can sign in with it, and its API tokens have ended. Nothing that it holds is deleted.${reason ? `\n\nReason: ${reason}` : ''}${contact ? `\n\nQuestions: ${contact}` : ''}\n`,
  }),
  enabled: ({ name, url }) => ({
    subject: 'Your MedCloud account is enabled again',
    text: `${name},\n\nyour MedCloud account is enabled again. Sign in here:\n${url}\n`,
  }),
  passwordReset: ({ url, minutes, centerId }) => ({
    subject: 'Choose a new MedCloud password',
    text: `Somebody asked for a new password for your MedCloud account${centerId ? ` (Center ID ${centerId})` : ''}.\n\nIf it was you, choose one here within ${minutes} minutes:\n${url}\n\nIf it was not you, do nothing: your password stays as it is.\n`,
  }),
  passwordChanged: ({ url, contact }) => ({
    subject: 'Your MedCloud password was changed',
    text: `The password of your MedCloud account was changed, and every other session has ended.\n\nIf it was not you, choose a new one at once:\n${url}${contact ? `\n\nand tell us: ${contact}` : ''}\n`,
  }),
  confirmEmail: ({ doctor, url }) => ({
    subject: 'Confirm your e-mail for MedCloud',
    text: `Dr. ${doctor},\n\nplease confirm that this is your e-mail. Then we check your licence and write to you.\n\nConfirm within 24 hours:\n${url}\n\nIf you did not sign up, do nothing: no account is made.\n`,
  }),
  emailKnown: ({ login, forgot }) => ({
    subject: 'You already have a MedCloud account',
    text: `Somebody signed up at MedCloud with this e-mail, which already has an account. Nothing was changed.\n\nIf it was you, sign in here:\n${login}\n\nIf you do not know your password any more:\n${forgot}\n`,
  }),
  emailChanged: ({ doctor, from, to, contact }) => ({
    subject: 'The e-mail of your MedCloud account was changed',
    text: `Dr. ${doctor},\n\nthe e-mail of your MedCloud account was changed from ${from} to ${to}. From now on you sign in with ${to}.\n\nIf it was not you, change your password and tell us at once${contact ? `: ${contact}` : ''}.\n`,
  }),
  centerEmailChanged: ({ center, from, to, contact }) => ({
    subject: 'The e-mail of your MedCloud account was changed',
    text: `${center},\n\nthe operator changed the e-mail of your MedCloud account from ${from} to ${to}. You still sign in with your center ID.\n\nIf you did not ask for this, tell us at once${contact ? `: ${contact}` : ''}.\n`,
  }),
};

const greek: MailTexts = {
  approved: ({ doctor, until, url }) => ({
    subject: 'Ο λογαριασμός σας στο MedCloud επαληθεύτηκε',
    text: `Δρ. ${doctor},\n\nτα στοιχεία σας επαληθεύτηκαν.${until ? ` Η συνδρομή σας ισχύει ως τις ${until}.` : ''} Συνδεθείτε για να ζητήσετε πρόσβαση από τον πρώτο σας ασθενή:\n${url}\n`,
  }),
  rejected: ({ doctor, reason }) => ({
    subject: 'Η αίτησή σας στο MedCloud',
    text: `Δρ. ${doctor},\n\nδεν μπορέσαμε να επαληθεύσουμε τα στοιχεία σας και η αίτησή σας δεν έγινε δεκτή.${reason ? `\n\nΑιτία: ${reason}` : ''}\n\nΜπορείτε να κάνετε νέα αίτηση.\n`,
  }),
  suspended: ({ doctor, reason, contact }) => ({
    subject: 'Ο λογαριασμός σας στο MedCloud τέθηκε σε αναστολή',
    text: `Δρ. ${doctor},\n\nο λογαριασμός σας στο MedCloud τέθηκε σε αναστολή. Δεν μπορείτε να συνδεθείτε, τα διακριτικά API σας έληξαν και τα αιτήματα που δεν είχαν απαντήσει οι ασθενείς δεν ισχύουν πια. Οι προσβάσεις που σας έδωσαν ασθενείς διατηρούνται, αλλά στο μεταξύ δεν ανοίγουν τίποτα.${reason ? `\n\nΑιτία: ${reason}` : ''}${contact ? `\n\nΕρωτήσεις: ${contact}` : ''}\n`,
  }),
  reinstated: ({ doctor, url }) => ({
    subject: 'Η αναστολή του λογαριασμού σας στο MedCloud έληξε',
    text: `Δρ. ${doctor},\n\nη αναστολή του λογαριασμού σας στο MedCloud έληξε. Συνδεθείτε εδώ· όσες προσβάσεις που σας έδωσαν ασθενείς ισχύουν ακόμη, ανοίγουν ξανά:\n${url}\n`,
  }),
  disabled: ({ name, reason, contact }) => ({
    subject: 'Ο λογαριασμός σας στο MedCloud απενεργοποιήθηκε',
    text: `${name},\n\nο λογαριασμός σας στο MedCloud απενεργοποιήθηκε. Κανείς δεν μπορεί να συνδεθεί με αυτόν και τα διακριτικά API του έληξαν. Δεν διαγράφηκε τίποτα από όσα περιέχει.${reason ? `\n\nΑιτία: ${reason}` : ''}${contact ? `\n\nΕρωτήσεις: ${contact}` : ''}\n`,
  }),
  enabled: ({ name, url }) => ({
    subject: 'Ο λογαριασμός σας στο MedCloud ενεργοποιήθηκε ξανά',
    text: `${name},\n\nο λογαριασμός σας στο MedCloud ενεργοποιήθηκε ξανά. Συνδεθείτε εδώ:\n${url}\n`,
  }),
  passwordReset: ({ url, minutes, centerId }) => ({
    subject: 'Επιλέξτε νέο κωδικό πρόσβασης στο MedCloud',
    text: `Κάποιος ζήτησε νέο κωδικό πρόσβασης για τον λογαριασμό σας στο MedCloud${centerId ? ` (κωδικός κέντρου ${centerId})` : ''}.\n\nΑν ήσασταν εσείς, επιλέξτε τον εδώ μέσα σε ${minutes} λεπτά:\n${url}\n\nΑν δεν ήσασταν εσείς, μην κάνετε τίποτα: ο κωδικός σας μένει όπως είναι.\n`,
  }),
  passwordChanged: ({ url, contact }) => ({
    subject: 'Ο κωδικός πρόσβασής σας στο MedCloud άλλαξε',
    text: `Ο κωδικός πρόσβασης του λογαριασμού σας στο MedCloud άλλαξε και κάθε άλλη σύνδεση τελείωσε.\n\nΑν δεν το κάνατε εσείς, επιλέξτε αμέσως νέο:\n${url}${contact ? `\n\nκαι ενημερώστε μας: ${contact}` : ''}\n`,
  }),
  confirmEmail: ({ doctor, url }) => ({
    subject: 'Επιβεβαιώστε το e-mail σας για το MedCloud',
    text: `Δρ. ${doctor},\n\nεπιβεβαιώστε ότι αυτό είναι το e-mail σας. Ύστερα ελέγχουμε την άδειά σας και σας γράφουμε.\n\nΕπιβεβαίωση μέσα σε 24 ώρες:\n${url}\n\nΑν δεν κάνατε εσείς εγγραφή, μην κάνετε τίποτα: δεν δημιουργείται λογαριασμός.\n`,
  }),
  emailKnown: ({ login, forgot }) => ({
    subject: 'Έχετε ήδη λογαριασμό στο MedCloud',
    text: `Κάποιος έκανε εγγραφή στο MedCloud με αυτό το e-mail, που έχει ήδη λογαριασμό. Δεν άλλαξε τίποτα.\n\nΑν ήσασταν εσείς, συνδεθείτε εδώ:\n${login}\n\nΑν δεν θυμάστε τον κωδικό σας:\n${forgot}\n`,
  }),
  emailChanged: ({ doctor, from, to, contact }) => ({
    subject: 'Το e-mail του λογαριασμού σας στο MedCloud άλλαξε',
    text: `Δρ. ${doctor},\n\nτο e-mail του λογαριασμού σας στο MedCloud άλλαξε από ${from} σε ${to}. Από εδώ και πέρα συνδέεστε με το ${to}.\n\nΑν δεν το κάνατε εσείς, αλλάξτε τον κωδικό πρόσβασης και ενημερώστε μας αμέσως${contact ? `: ${contact}` : ''}.\n`,
  }),
  centerEmailChanged: ({ center, from, to, contact }) => ({
    subject: 'Το e-mail του λογαριασμού σας στο MedCloud άλλαξε',
    text: `${center},\n\nο διαχειριστής άλλαξε το e-mail του λογαριασμού σας στο MedCloud από ${from} σε ${to}. Συνδέεστε όπως πριν, με τον κωδικό κέντρου.\n\nΑν δεν το ζητήσατε, ενημερώστε μας αμέσως${contact ? `: ${contact}` : ''}.\n`,
  }),
};

export const mailTexts: Record<Language, MailTexts> = { en: english, el: greek };
