import { defineSources } from './source.ts';

/** The doctor's area (specification, sections 2, 5 and 8). */
export const doctorSources = defineSources('doctor', [
  {
    section: '2, Doctor dashboard',
    on: ['doctorDashboard'],
    sentences: {
      'Patients Accessed': 'dashboard.patients',
      'Exams Reviewed': 'dashboard.exams',
      'Files Downloaded': 'dashboard.files',
      'Recent Patient Access': 'dashboard.recent',
      'Failed to fetch dashboard data': 'dashboard.failed',
    },
  },
  {
    section: '2, Doctor patients',
    on: ['doctorPatients'],
    sentences: {
      'Retrieve Patient Data': 'patients.tabs.retrieve',
      Support: 'patients.tabs.support',
      Name: 'patients.list.name',
      'Date of birth': 'patients.list.birth',
      'Failed to fetch accessible patients': 'patients.list.failed',
    },
  },
  {
    section: '5, Doctor access request',
    on: ['doctorPatients'],
    sentences: {
      'Phone Number Required': 'patients.phone.emptyTitle',
      'Invalid Phone Number': 'patients.phone.invalidTitle',
    },
  },
  {
    section: '8, Access request',
    on: ['doctorPatients'],
    sentences: {
      'Access Request Sent': 'patients.phone.sentTitle',
      "SMS with OTP has been sent to the patient's phone number. Enter the OTP below.": 'patients.phone.sent',
      'Request Failed': 'patients.phone.failedTitle',
    },
  },
  {
    section: '5, OTP entry',
    on: ['doctorPatients'],
    sentences: {
      'OTP Required': 'patients.code.emptyTitle',
      'Invalid OTP': 'patients.code.shortTitle',
      'Request Access First': 'patients.code.firstTitle',
      'Please request access to patient data first by entering a phone number above.': 'patients.code.first',
    },
  },
  {
    section: '8, OTP',
    on: ['doctorPatients'],
    sentences: {
      'OTP Verified Successfully': 'patients.code.doneTitle',
      'Patient consent request has been sent. You will receive access once approved.': 'patients.code.done',
      'OTP Verification Failed': 'patients.code.failedTitle',
      'OTP verification failed': 'patients.code.failed',
    },
  },
  {
    section: '2, Patient exams',
    on: ['doctorPatientExams'],
    sentences: {
      All: 'exams.all',
      'Failed to fetch patient exams': 'exams.failed',
    },
  },
]);

export const examFactSources = defineSources('exams.fact', [
  {
    section: '2, Patient exams',
    on: ['doctorPatientExams'],
    sentences: {
      'Exam date': 'date',
      Size: 'size',
      'Referring physician': 'physician',
      'Unknown Physician': 'unknownPhysician',
    },
  },
]);

export const doctorAccountSources = defineSources('account', [
  {
    section: '2, Profile',
    on: ['doctorProfile'],
    sentences: {
      'My Profile & Subscription': 'profile.title',
      'First Name': 'profile.firstName',
      'Last Name': 'profile.lastName',
      'Medical License': 'profile.license',
      'Update Profile': 'profile.update',
      'Profile Updated': 'profile.updated',
      'Your profile information has been updated successfully.': 'profile.updatedText',
      'Monthly fee': 'billing.fee',
      'Next billing date': 'subscription.nextBilling',
      'Manage Billing': 'subscription.manage',
      'Patients Accessed': 'statistics.patients',
      'Exams Reviewed': 'statistics.exams',
      'Files Downloaded': 'statistics.files',
      'Medical Centers': 'statistics.centers',
      'Need Help?': 'help.title',
      'Contact Support': 'help.contact',
    },
  },
  {
    section: '2, Billing',
    on: ['doctorBilling'],
    sentences: {
      'Back to Profile': 'billing.back',
      'Current Subscription': 'billing.current',
      'Monthly fee': 'billing.fee',
      'Next billing': 'billing.nextBilling',
      'Change Plan': 'billing.changePlan',
      'Update Payment Method': 'billing.updateMethod',
      'Payment Information': 'billing.payment',
      'Billing address': 'billing.address',
    },
  },
]);

export const billingSources = defineSources('billing/account.invoices', [
  {
    section: '2, Billing',
    on: ['doctorBilling'],
    sentences: { 'Recent Invoices': 'title', 'No invoices found': 'none' },
  },
]);

export const paletteSources = defineSources('frame/palette', [
  {
    section: '8, Access request, alternative wording',
    on: ['doctorDashboard', 'doctorPatients', 'doctorProfile'],
    sentences: {
      'Access request sent successfully! The patient will receive an SMS to approve your request.': 'sent',
      'Failed to send access request. Please try again.': 'notSent',
    },
  },
]);
