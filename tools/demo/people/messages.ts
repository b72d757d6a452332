import type { Language } from '@medcloud/contract/languages';
/** A message to the operator, with its reply and state. */
export interface DemoMessage {
  readonly daysAgo: number;
  readonly hour: number;
  /** `name` from the landing page; first and last name from Help and support. */
  readonly from: { readonly name: string } | { readonly firstName: string; readonly lastName: string };
  readonly email: string;
  readonly role?: 'medical-center' | 'doctor' | 'admin' | 'other';
  readonly subject?: string;
  readonly message: string;
  readonly language: Language;
  readonly urgent?: boolean;
  readonly answer?: string;
  readonly isClosed?: boolean;
}

export const messages: readonly DemoMessage[] = [
  {
    daysAgo: 342,
    hour: 11.3,
    from: { name: 'Ευστάθιος Κόκκινος' },
    email: 'e.kokkinos@example.gr',
    message: 'Καλημέρα σας. Έχουμε δύο ιατρεία στη Λάρισα. Υπάρχει πλάνο για αλυσίδα κέντρων;',
    language: 'el',
    answer: 'Καλημέρα σας. Ναι, το πλάνο Enterprise. Θα σας καλέσουμε αύριο το πρωί για τις λεπτομέρειες.',
    isClosed: true,
  },
  {
    daysAgo: 255,
    hour: 16.8,
    from: { firstName: 'Γρηγόρης', lastName: 'Μανωλάς' },
    email: 'manolas@demo.medcloud.local',
    role: 'doctor',
    subject: 'Τιμολόγιο τριμήνου',
    message: 'Χρειάζομαι το τιμολόγιο του τελευταίου τριμήνου με τα στοιχεία του ιατρείου μου.',
    language: 'el',
    answer: 'Θα το βρείτε στη σελίδα «Χρέωση». Στείλτε μας τα στοιχεία του ιατρείου για να συμπληρωθούν.',
    isClosed: true,
  },
  {
    daysAgo: 148,
    hour: 9.7,
    from: { firstName: 'Μαριάνθη', lastName: 'Λύτρα' },
    email: 'info@ionio.demo.medcloud.local',
    role: 'medical-center',
    subject: 'Μεταφόρτωση από τον αξονικό',
    message: 'Ο αξονικός μας εξάγει φάκελο με εκατοντάδες αρχεία. Πρέπει να τα ανεβάζουμε ένα ένα;',
    language: 'el',
    answer: 'Όχι: βάλτε τον φάκελο σε ένα αρχείο ZIP, έως 500 MB, και ανεβάστε το μία φορά.',
    isClosed: true,
  },
  {
    daysAgo: 47,
    hour: 13.1,
    from: { name: 'Hans Keller' },
    email: 'h.keller@example.com',
    message:
      'We run an imaging practice in Chania with many visitors from abroad. Is the patient’s consent page available in English?',
    language: 'en',
    answer: 'It is: the page opens in the patient’s own language, and can be switched on the spot.',
  },
  {
    daysAgo: 21,
    hour: 18.4,
    from: { firstName: 'Katarina', lastName: 'Lindqvist' },
    email: 'lindqvist@demo.medcloud.local',
    role: 'doctor',
    subject: 'A patient did not get the SMS',
    message: 'My patient changed her number last week and the code never arrived. What should she do?',
    language: 'en',
    answer: 'Her center can change the number in her record; then ask again with the new one.',
  },
  {
    daysAgo: 5,
    hour: 10.2,
    from: { firstName: 'Περικλής', lastName: 'Ζαχαρίας' },
    email: 'zacharias@demo.medcloud.local',
    role: 'doctor',
    subject: 'Ανανέωση συνδρομής',
    message: 'Η συνδρομή μου έληξε όσο έλειπα. Πώς μπορώ να την ανανεώσω χωρίς να χάσω τις συγκαταθέσεις;',
    language: 'el',
  },
  {
    daysAgo: 2,
    hour: 12.6,
    from: { name: 'Δέσποινα Ορφανού' },
    email: 'd.orfanou@example.gr',
    message: 'Ενδιαφέρομαι για το πλάνο Basic. Μπορούμε να δούμε μια παρουσίαση;',
    language: 'el',
  },
  {
    daysAgo: 1,
    hour: 19.9,
    from: { firstName: 'Αντιγόνη', lastName: 'Μελά' },
    email: 'info@asklipios.demo.medcloud.local',
    role: 'medical-center',
    subject: 'Εξέταση σε λάθος ασθενή',
    message:
      'Ανέβηκε μια εξέταση σε λάθος καρτέλα. Τη μεταφέραμε, αλλά θέλουμε να βεβαιωθούμε ότι δεν την είδε κανείς.',
    language: 'el',
    urgent: true,
  },
];
