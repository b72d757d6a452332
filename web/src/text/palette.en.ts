/**
 * The command palette (interface, "Behaviour": open a page, find a patient or an exam, start an upload or a request).
 */
export const paletteEn = {
  title: 'Go to or find',
  center: 'A page, a patient, an exam',
  doctor: 'A page, a patient, or a phone number to ask for access',
  admin: 'A page, a user',
  pages: 'Go to',
  start: 'Start',
  patients: 'Patients',
  exams: 'Exams',
  users: 'Users',
  upload: 'Upload an exam',
  request: 'Ask for access by phone',
  requestTo: 'Ask {phone} for access',
  account: 'Account and password',
  support: 'Help and support',
  centers: 'All medical centers',
  doctors: 'All doctors',
  searching: 'Searching...',
  none: 'Nothing found',
  sent: 'Access request sent successfully! The patient will receive an SMS to approve your request.',
  notSent: 'Failed to send access request. Please try again.',
};
