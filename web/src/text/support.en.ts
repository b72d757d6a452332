/**
 * The public support page (specification, section 2, "Public support page"), with our own texts and correct answers.
 */
export const supportEn = {
  title: 'Help and support',
  lead: 'Ask us, or find the answer here. You need no account.',
  tabs: {
    label: 'Support',
    contact: 'Contact Details',
    message: 'Send Message',
    help: 'Help Resources',
  },
  contact: {
    failed: 'The contact details could not be loaded',
    chat: 'Live chat',
    chatText: 'Write to us here. We answer by e-mail, within 24 hours.',
    startChat: 'Start Live Chat',
  },
  message: {
    title: 'Send us a message',
    lead: 'We answer by e-mail, within 24 hours.',
    noPatients: 'Leave out names and numbers of patients: the patient ID that begins with P- is enough.',
    chatTitle: 'There is no chat window to wait at',
    chatText: 'Your message reaches the same people. We answer by e-mail, within 24 hours.',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    emailHelp: 'Our answer goes there.',
    role: 'You are',
    roles: {
      'medical-center': 'Medical Center Staff',
      doctor: 'Doctor',
      admin: 'Administrator',
      other: 'Other',
    },
    chooseRole: 'Choose',
    subject: 'Subject',
    message: 'Message',
    urgent: 'This is urgent',
    urgentHelp: 'For what stops your work now. Your message is marked, so that it is read first.',
    trap: 'Leave this field empty',
    submit: 'Send Message',
    submitting: 'Sending...',
    failed: 'Your message was not sent',
    sent: 'Message sent',
    sentText: 'We answer at {email} within 24 hours.',
    reference: 'Your reference',
    referenceHelp: 'Name it if you write or call about this again.',
    another: 'Write another message',
  },
  help: {
    label: 'On this page',
    faq: 'Frequently asked questions',
    start: 'Getting Started',
    trouble: 'Troubleshooting',
    api: 'API Documentation',
    apiText: 'Every call of the portal, with its fields and answers, for those who connect other systems.',
    apiOpen: 'Open the API documentation',
    notFound: 'Not answered here?',
  },
  faq: {
    uploadQuestion: 'How do I upload DICOM files?',
    uploadAnswer:
      'Sign in as a medical center and open Upload Exams. Choose the patient, then drop the file anywhere on the page or choose it from your computer. Say what kind of exam it is and when it was made, and press upload. You may go on working on other pages while the file travels; at the end its SHA-256 seal shows that we hold exactly the bytes you sent.',
    accessQuestion: 'How does a doctor reach a patient’s records?',
    accessAnswer:
      'In Retrieve Data the doctor enters the patient’s mobile number. The patient gets a code by SMS and reads it out; then the patient gets a link, sees who asks, and says yes or no, for how long, and for which kinds of exam. The doctor needs verified credentials and an active subscription, and the patient can take the access back at any time.',
    formatsQuestion: 'Which file formats are supported?',
    formatsAnswer:
      'DICOM files (.dcm, .dicom) and ZIP archives of DICOM files, up to 500 MB for each upload; for blood tests and other exams also PDF, JPEG and PNG, up to 50 MB. What counts is what is inside the file, not its name. What you download is byte for byte what was uploaded.',
    passwordQuestion: 'I forgot my password. What now?',
    passwordAnswer:
      'Follow the link for a forgotten password on your sign-in page. If the account exists, we mail it a link on which you choose a new password; the link works once and not for long. Nobody at support can see your password, and nobody will ask you for it.',
  },
  start: {
    centers: 'Medical centers',
    center1:
      'The operator creates your center and hands you a center ID and a first password. It works for 7 days: choose your own when you sign in.',
    center2:
      'Register a patient in Patient Management. With a mobile number, the patient can later agree to share exams.',
    center3: 'Open Upload Exams, choose the patient, and drop the DICOM file or ZIP.',
    center4: 'The exam stands in Exam History, and with every doctor whom the patient has allowed.',
    doctors: 'Doctors',
    doctor1:
      'Sign up with your licence number. We check it and write to you; until then you can sign in, but see no records.',
    doctor2: 'Open Retrieve Data and enter your patient’s mobile number.',
    doctor3: 'Enter the six digits that the patient reads out to you.',
    doctor4: 'As soon as the patient agrees on the link, the exams appear on your page by themselves.',
    patients: 'Patients',
    patient1: 'You need no account. Read the code in the SMS to your doctor only if you agree to be asked.',
    patient2:
      'Open the link in the second SMS: it shows who asks and for what. Say yes or no; nothing happens before you do.',
    patient3: 'Keep that SMS. The same link shows who looked at which exam and when, and takes the access back.',
  },
  trouble: {
    loginQuestion: '“Invalid credentials”, though the password is right',
    loginAnswer:
      'Medical centers sign in with the center ID, not with an e-mail. A first password stops working after 7 days. After five wrong tries you have to wait a little longer before each next one.',
    signedOutQuestion: 'I was signed out while I worked',
    signedOutAnswer:
      'A session ends after 30 minutes without work, an administrator’s after 15. Sign in again: what you typed is still there, and a running upload goes on.',
    refusedQuestion: 'My file is refused',
    refusedAnswer:
      'The message beside the file says why: it is no DICOM file, the ZIP is damaged or encrypted, or it is larger than 500 MB. Make the ZIP again without a password, or split a large study in two.',
    codeQuestion: 'The patient gets no code',
    codeAnswer:
      'Codes go to the mobile number that the medical center holds for the patient. Ask the center whether it is the right one, wait a minute, and send a new code. To protect patients, the portal never says whether a number is known. A code works for 10 minutes and five tries.',
    goneQuestion: 'A patient is no longer on my list',
    goneAnswer:
      'The access has ended, or the patient has taken it back. Ask again by phone. A lapsed subscription hides your patients too: they open again once you renew.',
    linkQuestion: 'The patient’s link is no longer valid',
    linkAnswer: 'Unanswered, a link works for 72 hours. After that the doctor asks anew, and a new SMS comes.',
  },
  emergency: {
    title: 'Emergency support, 24/7',
    text: 'Does the portal stop your work now? Call us, or mark your message as urgent.',
    textWithoutPhone: 'Does the portal stop your work now? Mark your message as urgent, so that it is read first.',
    medical: 'For a medical emergency call 112.',
    call: 'Call {phone}',
    write: 'Send an urgent message',
  },
} as const;
