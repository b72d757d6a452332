/**
 * The public support page (specification, section 2, "Public support page"), with our own texts and correct answers.
 */
export const messages = {
  title: 'Help and support',
  lead: 'Contact us or look for an answer below. You do not need an account.',
  tabs: {
    label: 'Support',
    contact: 'Contact Details',
    message: 'Send Message',
    help: 'Help Resources',
  },
  contact: {
    failed: 'The contact details could not be loaded',
    chat: 'Live chat',
    chatText: 'Send us a message and we answer by email within 24 hours.',
    startChat: 'Start Live Chat',
  },
  message: {
    title: 'Send us a message',
    lead: 'We answer by email within 24 hours.',
    noPatients: 'Do not include patient names or phone numbers. Use the patient ID, which starts with P-.',
    chatTitle: 'We answer live chat by email',
    chatText: 'Send your message below. We answer within 24 hours.',
    firstName: 'First name',
    lastName: 'Last name',
    emailHelp: 'We reply to this address.',
    role: 'Your role',
    roles: {
      'medical-center': 'Medical Center Staff',
      doctor: 'Doctor',
      admin: 'Administrator',
      other: 'Other',
    },
    chooseRole: 'Choose a role',
    subject: 'Subject',
    message: 'Message',
    urgent: 'This is urgent',
    urgentHelp: 'Select this if a problem stops your work. We read urgent messages first.',
    trap: 'Leave this field empty',
    submit: 'Send Message',
    submitting: 'Sending…',
    failed: 'Your message was not sent',
    sent: 'Message sent',
    sentText: 'We will reply to {email} within 24 hours.',
    reference: 'Your reference',
    referenceHelp: 'Include it if you contact us about this again.',
    another: 'Send another message',
  },
  help: {
    label: 'On this page',
    faq: 'Frequently asked questions',
    start: 'Getting Started',
    trouble: 'Troubleshooting',
    api: 'API Documentation',
    apiText: 'All API calls, for developers who connect other systems.',
    apiOpen: 'Open API documentation',
  },
  faq: {
    uploadQuestion: 'How do I upload DICOM files?',
    uploadAnswer:
      'Sign in as a medical center and open Upload Exams. Choose the patient, then drop the file on the page or browse for it. Enter the exam type and date, then upload. You can work on other pages while the file uploads. When it finishes, its SHA-256 checksum confirms that we received exactly the file you sent.',
    accessQuestion: 'How do doctors access patient records?',
    accessAnswer:
      'In Retrieve Data, the doctor enters the patient’s mobile number. The patient receives a code by SMS and reads it to the doctor. The patient then receives a link, sees who is asking, and decides whether to give access, for how long and to which types of exams. The doctor needs verified credentials and an active subscription. The patient can revoke access at any time.',
    formatsQuestion: 'Which file formats are supported?',
    formatsAnswer:
      'DICOM files (.dcm, .dicom) and ZIP archives of DICOM files, up to 500 MB per upload. For blood tests and other exams, also PDF, JPEG and PNG files, up to 50 MB. We check the content of the file, not its name. The file you download is identical to the uploaded one.',
    passwordQuestion: 'I forgot my password. What can I do?',
    passwordAnswer:
      'Use the link for a forgotten password on your sign-in page. If the account exists, we email you a link to choose a new password. The link works once and for a short time. Support cannot see your password and will never ask for it.',
  },
  start: {
    centers: 'Medical centers',
    center1:
      'An administrator creates your center and gives you a center ID and a temporary password. The password expires after 7 days, so choose your own when you sign in.',
    center2: 'Register a patient in Patient Management. Add a mobile number so that the patient can share exams later.',
    center3: 'Open Upload Exams, choose the patient, and drop the DICOM or ZIP file on the page.',
    center4: 'The exam appears in Exam History. Doctors who have the patient’s consent can view it too.',
    doctors: 'Doctors',
    doctor1:
      'Sign up with your license number. We verify it and email you. Until then, you can sign in but cannot view records.',
    doctor2: 'Open Retrieve Data and enter your patient’s mobile number.',
    doctor3: 'Enter the 6-digit code that the patient reads to you.',
    doctor4: 'When the patient gives consent, the exams appear on your page automatically.',
    patients: 'Patients',
    patient1:
      'You do not need an account. Give your doctor the code from the SMS only if you want to receive the doctor’s access request.',
    patient2:
      'Open the link in the second SMS. It shows who is asking and for which exams. Nothing is shared unless you agree.',
    patient3: 'Keep that SMS. The same link shows who viewed your exams and when, and lets you stop access.',
  },
  trouble: {
    loginQuestion: '“Invalid credentials” appears, but my password is correct',
    loginAnswer:
      'Medical centers sign in with the center ID, not an email address. A temporary password expires after 7 days. After five incorrect attempts, you have to wait longer before each new attempt.',
    signedOutQuestion: 'I was logged out while working',
    signedOutAnswer:
      'Sessions end after 30 minutes of inactivity, or 15 minutes for administrators. Sign in again: your entries are kept and a running upload continues.',
    refusedQuestion: 'My file was rejected',
    refusedAnswer:
      'The message next to the file gives the reason: it is not a DICOM file, the ZIP is damaged or encrypted, or it is larger than 500 MB. Create the ZIP again without a password, or split a large study into two files.',
    codeQuestion: 'The patient does not receive a code',
    codeAnswer:
      'Codes are sent to the mobile number that the medical center has on record for the patient. Ask the center to check the number, wait a minute, and send a new code. To protect patients, the portal never shows whether a number is registered. A code is valid for 10 minutes and five attempts.',
    goneQuestion: 'A patient is no longer on my list',
    goneAnswer:
      'The access has expired or was ended. Send a new request with the patient’s phone number. If your subscription has ended, your patients appear again when you renew it.',
    unchangedQuestion: 'How do I check that a downloaded file is unchanged?',
    unchangedAnswer:
      'Calculate the SHA-256 checksum of the file on your computer and compare it with the one shown for the exam. On Windows, run certutil -hashfile FILE SHA256. On macOS or Linux, run shasum -a 256 FILE.',
    linkQuestion: 'The patient’s link is no longer valid',
    linkAnswer: 'An unanswered link expires after 72 hours. Send a new request, and the patient receives a new SMS.',
  },
  emergency: {
    title: 'Emergency support, 24/7',
    text: 'If a problem with the portal stops your work, call us or send an urgent message.',
    textWithoutPhone:
      'If a problem with the portal stops your work, send an urgent message. We read urgent messages first.',
    medical: 'In a medical emergency, call 112.',
    call: 'Call {phone}',
    write: 'Send urgent message',
  },

  // How and when to reach the operator: figures of the specification, sections 2 and 9, in the server's time zone.
  contactPage: {
    email: {
      title: 'Email support',
      answered: 'We answer within 24 hours.',
    },
    phone: {
      title: 'Phone support',
      priorityTitle: 'Phone support for doctors',
      general: 'Monday to Friday, 9:00 AM to 6:00 PM',
      priority: 'Monday to Friday, 9:00 AM to 8:00 PM',
    },
    hours: {
      title: 'Business hours',
      weekdays: 'Monday to Friday',
      weekdaysTimes: '9:00 AM to 6:00 PM',
      saturday: 'Saturday',
      saturdayTimes: '10:00 AM to 2:00 PM',
      sunday: 'Sunday',
      closed: 'Closed',
      emergency: 'Emergency support',
      always: '24/7',
      zone: 'Times are in {zone}.',
    },
  },
} as const;
