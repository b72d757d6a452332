/** Privacy and terms. They describe the application's behavior: change both together. */
export const messages = {
  updated: 'Version of 21 November 2026',
  privacy: {
    title: 'Privacy',
    lead: 'What we store, who can see it, and your rights.',
    whoTitle: 'Who is responsible',
    who: 'The medical center that performed your exam is responsible for it (the controller under the GDPR). The operator of this portal stores it on behalf of the center (the processor). The operator is responsible for the accounts of centers and doctors. You can find the contact details on the support page.',
    whatTitle: 'What is stored',
    what: 'About patients: name, date of birth, gender, the exams and, if the center enters them, email, phone, address and AMKA. About doctors and centers: name, contact details, license and plan. About every action: who did what, on which record, when, and from which network (part of the IP address). Full card numbers and card security codes never reach the portal. Where a doctor or center can pay by card, the payment provider (Stripe) gets their email and what is paid for, and nothing about patients.',
    whyTitle: 'Why it is stored',
    why: 'To keep exams available to the center that performed them, to show them to doctors when the patient agrees, and to be able to prove both. Nothing is used for advertising, sold, or used to train any system.',
    seesTitle: 'Who can see an exam',
    sees: 'The center that uploaded it. A doctor only while the patient’s consent is valid: the patient gives it with a code and a link, chooses for whom, for which types of exams and for how long, and can withdraw it with the same link at any time. Administrators of the portal manage accounts and cannot see exams.',
    securedTitle: 'How it is protected',
    secured:
      'Each file is encrypted with AES-256-GCM and its own key. AMKA, phone, address and notes are also encrypted in the database. A SHA-256 checksum of each original shows whether it has changed. Every access is recorded in a log that users of the portal cannot change.',
    longTitle: 'How long it is stored',
    long: 'As long as the law requires the center to keep medical records. The content of messages with codes and links is deleted after they are sent. Log entries about access are kept with the record.',
    cookiesTitle: 'Cookies and browser storage',
    cookies:
      'One cookie keeps you signed in, and another recognizes your browser at sign-in for 90 days. Your browser also stores your session, language and theme. There are no other cookies, no third-party cookies and no visitor tracking.',
    rightsTitle: 'Your rights',
    rights:
      'You can ask what is stored about you, have it corrected, receive a copy, restrict its use, and complain to the data protection authority. If you are a patient, contact the center that performed your exam. Your consent link shows who has viewed your exams.',
  },
  terms: {
    title: 'Terms',
    lead: 'These terms apply to everyone who uses MedCloud.',
    serviceTitle: 'The service',
    service:
      'The portal stores imaging exams for medical centers and shares them with doctors with the patient’s consent. Images are shown for review, not for primary diagnosis.',
    accountsTitle: 'Accounts',
    accounts:
      'Each account belongs to one center, doctor or administrator. Keep your password secret, and tell us immediately if you think someone else knows it.',
    centersTitle: 'Medical centers',
    centers:
      'A center uploads exams only of its own patients, to the correct record, and has the legal basis to do so. It remains responsible for keeping medical records.',
    doctorsTitle: 'Doctors',
    doctors:
      'Doctors state their name, license and specialization truthfully and are verified before they receive access. They request access only to patients in their own care, use what they see only for that care, and do not pass it on.',
    patientsTitle: 'Patients',
    patients:
      'Patients need no account and pay nothing. Access ends automatically on its end date, or earlier if the patient stops it.',
    paymentTitle: 'Plans and payment',
    payment:
      'The prices on the pricing page apply, and charges include VAT. A doctor’s first period starts after verification. A change of plan takes effect at the end of the period. When a doctor’s subscription ends, the patients’ consents are kept, and the doctor can see the exams again after renewal.',
    useTitle: 'Acceptable use',
    use: 'Do not try to access other people’s records, guess codes, overload the portal, or upload files that are not medical exams. We may suspend an account that does so, and we will explain why.',
    availabilityTitle: 'Availability',
    availability:
      'We operate and back up the portal with care and announce maintenance. An exam whose upload was confirmed is not lost if the portal fails. You must still keep your own archive as the law requires.',
    lawTitle: 'Law and changes',
    law: 'Greek law applies. We announce changes to these terms here and by email thirty days in advance. The version you agreed to is stored with your account.',
  },
} as const;
