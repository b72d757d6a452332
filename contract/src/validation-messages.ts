/**
 * Validation messages: those of the specification's section 5 word for word, and our own in the same style. Browser and
 * server show them beside a field.
 */
export const validationMessages = {
  // specification, section 5
  passwordsDiffer: "Passwords don't match",
  patientRequired: 'Patient selection is required',
  examTypeRequired: 'Exam type is required',
  examDateRequired: 'Exam date is required',
  fileRequired: 'Please select a file to upload',
  fileTooLarge: 'File size must be less than 500MB',
  phoneInvalid: 'Please enter a valid phone number',
  patientPhoneRequired: "Please enter a patient's phone number",
  otpRequired: 'Please enter the 6-digit OTP code.',
  otpLength: 'OTP must be exactly 6 digits.',
  centerNameShort: 'Medical center name must be at least 2 characters',
  emailInvalid: 'Please enter a valid email address',
  addressShort: 'Please enter a complete address',
  centerIdShort: 'Center ID must be at least 3 characters',
  passwordShort8: 'Password must be at least 8 characters',
  termsRequired: 'Please accept the terms to continue',
  paymentRequired: 'Please fill in all payment details to complete registration.',
  // our own
  required: 'This field is required',
  firstNameRequired: 'First name is required',
  nameRequired: 'Name is required',
  messageRequired: 'Please write a message',
  answerRequired: 'Please write an answer',
  lastNameRequired: 'Last name is required',
  licenseRequired: 'License number is required',
  specializationRequired: 'Specialization is required',
  passwordShort6: 'Password must be at least 6 characters',
  passwordShort15: 'Password must be at least 15 characters',
  documentTypes: 'PDF, JPEG and PNG files are taken for blood tests and other exams only',
  documentTooLarge: 'A PDF, JPEG or PNG must be less than 50MB',
  pictureTooLarge: 'The picture has more than 50 megapixels. Make it smaller and upload it.',
  passwordEasy: 'This password is easy to guess. Choose words that others would not expect of you.',
  passwordLong: 'Password must be at most 128 characters',
  fieldUnknown: 'This call has a field that does not belong to it. Please leave it out.',
  oneFile: 'Upload one file at a time',
  givenTwice: 'This was sent more than once',
  controlCharacters: 'Please remove the characters that cannot be shown',
  oneLine: 'This must be on one line',
  notReadable: 'This could not be read',
  textExpected: 'This must be text',
  numberExpected: 'This must be a number',
  wholeNumberExpected: 'This must be a whole number',
  truthExpected: 'This must be true or false',
  listExpected: 'This must be a list',
  cardNumberWhole: 'Please enter the whole card number',
  cardLast4: 'These must be the last four digits of the card',
  cardExpiry: 'Please enter the expiry as MM/YY',
  centerIdCharacters: 'Center ID cannot contain blanks or slashes',
  dateInvalid: 'Please enter a valid date',
  birthDateRange: 'Date of birth must be a past date from 1900 on',
  genderRequired: 'Please choose a gender',
  mobileRequired: 'Please enter a mobile number that can receive SMS',
  amkaInvalid: 'AMKA must be 11 digits with a correct check digit',
  amkaBirthDate: 'The AMKA belongs to another date of birth. Is this right?',
  examDateFuture: 'Exam date cannot be after tomorrow',
  examDateBeforeBirth: 'Exam date cannot be before the date of birth',
  endBeforeStart: 'End date cannot be before start date',
  yearRange: 'The year must be between 2020 and 2100',
  monthsAllowed: 'Choose 1, 3, 6 or 12 months',
  endTooFar: 'A subscription can end at most 36 months from today',
  quotaEnterpriseOnly: 'Only the enterprise plan has storage by agreement',
  choosePersons: 'Choose for whom',
  daysAllowed: 'Choose 7, 30, 90 or 365 days',
  emailTaken: 'This email is already registered',
  licenseTaken: 'This license number is already registered',
  centerIdTaken: 'This center ID is already taken',
  passwordSame: 'Choose a password other than the current one',
  planAllowed: 'Choose the yearly or the monthly plan',
  reasonRequired: 'Please write the reason',
  endReasonRequired: 'Choose why the access ends',
  grantRequired: 'Choose whose access the link is for',
  examsBeforeBirth: 'An exam of this patient is dated before that day',
  uploadsRunning: 'Three uploads are already running. Wait for one to end.',
  uploadsOpen: 'A hundred uploads are begun and not ended. Go on with one of them, or cancel some.',
  uploadsSpent: 'Your center has used up its uploads of today. Go on tomorrow, or ask the operator for more.',
  downloadsRunning: 'Four downloads are already running. Wait for one to end.',
  downloadsSpent: 'You have downloaded 500 files within a day. Try again tomorrow.',
  requestsPaused:
    'Your requests are paused: three codes were used up by wrong entries. The portal’s operator looks into it and lets them go on.',
  codesThisHour: 'Too many codes were sent to this number. Try again in an hour.',
  codesToday: 'Too many codes were sent to this number today. Try again tomorrow.',
  numbersToday: 'You have asked for ten numbers today. Try again tomorrow.',
  numbersThisWeek: 'You have asked for thirty numbers this week. Try again tomorrow.',
  requestSlow: 'The request came too slowly and was stopped. Try again on a better connection.',
  linksSpent: 'Three links were sent to this patient today. Try again tomorrow.',
  noPhone: 'No phone number is on record for this patient.',
  noLiveGrant: 'No doctor has access to this patient’s exams now.',
  auditExportTooLong: 'More than 200,000 events match. Choose a shorter period.',
  cursorInvalid: 'This page of the list no longer exists. Start from the first.',
} as const;

export type ValidationMessage = keyof typeof validationMessages;

/** Messages with one number or one list. */
export const messageTemplates = {
  charactersMost: 'Use at most {value} characters.',
  charactersLeast: 'Use at least {value} characters.',
  choicesMost: 'Choose at most {value}.',
  choicesLeast: 'Choose at least {value}.',
  numberMost: 'This can be at most {value}.',
  numberLeast: 'This must be at least {value}.',
  chooseOneOf: 'Choose one of these: {value}.',
  codeJustSent: 'A code was just sent. You can send it again in {value} seconds.',
} as const;

export type MessageTemplate = keyof typeof messageTemplates;

/** Fills a template with its value. Digits are not formatted, so `matchTemplate` can reverse it. */
export function fillTemplate(template: string, value: string | number | bigint): string {
  return template.replace('{value}', () => String(value));
}

/** Returns the value of a message that `fillTemplate` created from this template, or null for any other message. */
export function matchTemplate(template: string, message: string): string | null {
  const [before = '', after = ''] = template.split('{value}');
  if (!message.startsWith(before) || !message.endsWith(after)) return null;
  return message.slice(before.length, message.length - after.length);
}
