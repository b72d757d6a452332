import type { Language } from '@medcloud/contract';

interface MailText {
  subject: string;
  text: string;
}

interface MailTexts {
  approved(values: { doctor: string; until: string | null; url: string }): MailText;
  rejected(values: { doctor: string; reason: string | null }): MailText;
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
