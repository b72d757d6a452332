import { faults } from '@medcloud/contract/faults';
import { validationMessages } from '@medcloud/contract/validation-messages';
import { faultsEl, sentencesEl } from '../sentences.el.ts';
import { defineSources } from './source.ts';

/** Texts that the server also sends: field errors and faults (specification, sections 2, 5 and 8). */
export const sentenceSources = defineSources('sentences', { en: validationMessages, el: sentencesEl }, [
  {
    section: '5, Doctor sign-up',
    on: ['doctorSignup'],
    sentences: { "Passwords don't match": 'passwordsDiffer' },
  },
  {
    section: '5, Exam upload',
    on: ['centerUpload'],
    sentences: {
      'Patient selection is required': 'patientRequired',
      'Exam type is required': 'examTypeRequired',
      'Exam date is required': 'examDateRequired',
      'File size must be less than 500MB': 'fileTooLarge',
    },
  },
  {
    section: '5, Medical center creation',
    on: ['adminMedicalCenterSignup'],
    sentences: {
      'Medical center name must be at least 2 characters': 'centerNameShort',
      'Please enter a valid email address': 'emailInvalid',
      'Please enter a complete address': 'addressShort',
      'Please enter a valid phone number': 'phoneInvalid',
      'Center ID must be at least 3 characters': 'centerIdShort',
      'Password must be at least 8 characters': 'passwordShort8',
    },
  },
]);

const faultMessages = {
  invalid_credentials: faults.invalid_credentials.message,
  doctor_not_verified: faults.doctor_not_verified.message,
} as const;

export const faultSources = defineSources('faults', { en: faultMessages, el: faultsEl }, [
  {
    section: '2, Profile',
    on: ['doctorDashboard', 'doctorPatients'],
    sentences: { 'Your medical credentials are being reviewed by our team.': 'doctor_not_verified' },
  },
]);
