/** Privacy and terms. They describe the application's behaviour: change both together. */
export const legalEn = {
  updated: 'Version of 21 November 2026',
  privacy: {
    title: 'Privacy',
    lead: 'What is kept here, who can see it, and what you can do about it.',
    whoTitle: 'Who is responsible',
    who: 'The medical center that made your exam is responsible for it (the controller of the GDPR). The operator of this portal keeps it for the center (the processor). For the accounts of centers and doctors the operator is responsible. The contact details stand on the support page.',
    whatTitle: 'What is kept',
    what: 'Of patients: name, date of birth, gender, and, if the center enters them, e-mail, phone, address and AMKA, with the exams themselves. Of doctors and centers: name, contact details, licence, plan. Of every act: who did what, to which record, when, and from which part of the network. No card number and no card security code ever reaches the portal.',
    whyTitle: 'Why',
    why: 'To keep exams available to the center that made them, to open them for a doctor when the patient agrees, and to be able to prove both. Nothing is used for advertising, sold, or given to train anything.',
    seesTitle: 'Who sees an exam',
    sees: 'The center that uploaded it. A doctor only while a permission of the patient stands: the patient gives it with a code and a link, for chosen persons, types of exams and days, and takes it back by the same link at any time. Administrators of the portal manage accounts and see no exams.',
    securedTitle: 'How it is kept',
    secured:
      'Files are encrypted with AES-256-GCM, each under a key of its own; AMKA, phone, address and notes are encrypted in the database too. Each original carries its SHA-256, so that a change would be seen. Every access leaves an entry that cannot be changed by those who use the portal.',
    longTitle: 'How long',
    long: 'As long as the center must keep medical records by law. Messages with codes and links are emptied once sent. Entries about access are kept with the record.',
    cookiesTitle: 'Cookies and storage',
    cookies:
      'One cookie that keeps you signed in, and, in the browser’s own storage, your session, language and theme. No others, none of third parties, and no measuring of visitors.',
    rightsTitle: 'Your rights',
    rights:
      'You may ask what is kept about you, have it corrected, receive a copy, restrict its use, and complain to the data protection authority. As a patient, ask the center that made your exam; your consent link shows who has looked.',
  },
  terms: {
    title: 'Terms',
    lead: 'What the portal does for you, and what it asks of you.',
    serviceTitle: 'The service',
    service:
      'The portal stores imaging exams for medical centers and shares them with doctors under the patient’s consent. Images are shown for review, not for primary diagnosis.',
    accountsTitle: 'Accounts',
    accounts:
      'An account belongs to one center, doctor or administrator. Keep the password to yourself, and tell us at once if you think that somebody else knows it.',
    centersTitle: 'Medical centers',
    centers:
      'The center uploads exams only of its own patients, to the right record, and has the legal ground to do so. It keeps its obligations to keep medical records.',
    doctorsTitle: 'Doctors',
    doctors:
      'A doctor states the own name, licence and specialization truthfully and is verified before any access. A doctor asks only for patients in the own care, uses what is seen for that care alone, and does not pass it on.',
    patientsTitle: 'Patients',
    patients:
      'Patients need no account and pay nothing. A permission ends by itself on its day, and earlier whenever the patient takes it back.',
    paymentTitle: 'Plans and payment',
    payment:
      'Prices are those of the pricing page; what is charged includes VAT. A doctor’s first period begins with verification. A change of plan takes effect at the end of the period. A doctor whose subscription has ended keeps the permissions of patients and sees the exams again once it is renewed.',
    useTitle: 'Fair use',
    use: 'No attempt to get at others’ records, to guess codes, to overload the portal, or to upload what is not a medical exam. We may suspend an account that does, and will say why.',
    availabilityTitle: 'Availability',
    availability:
      'We keep the portal running and backed up with care, and announce work on it. An exam whose upload was confirmed is not lost by a failure of the portal; keep your own archive as the law asks of you all the same.',
    lawTitle: 'Law',
    law: 'Greek law applies. Changes of these terms are announced here and by e-mail thirty days ahead; the version you agreed to is kept with your account.',
  },
} as const;
