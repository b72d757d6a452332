import { defineSources } from './source.ts';

/** Texts that the server also sends: field errors and faults (specification, sections 2, 5 and 8). */
export const sentenceSources = defineSources('validation', [
  {
    section: '5, Doctor sign-up',
    on: ['doctorSignup'],
    sentences: {
      "Passwords don't match": 'passwords_differ',
      'Please fill in all payment details to complete registration.': 'payment_required',
    },
  },
  {
    section: '5, Exam upload',
    on: ['centerUpload'],
    sentences: {
      'Patient selection is required': 'patient_required',
      'Exam type is required': 'exam_type_required',
      'Exam date is required': 'exam_date_required',
      'File size must be less than 500MB': 'file_too_large',
      'Please select a file to upload': 'file_required',
    },
  },
  {
    section: '5, Medical center creation',
    on: ['adminMedicalCenterSignup'],
    sentences: {
      'Medical center name must be at least 2 characters': 'center_name_short',
      'Please enter a valid email address': 'email_invalid',
      'Please enter a complete address': 'address_short',
      'Please enter a valid phone number': 'phone_invalid',
      'Center ID must be at least 3 characters': 'center_id_short',
      'Password must be at least 8 characters': 'password_short_8',
    },
  },
  {
    section: '5, Doctor access request',
    on: ['doctorPatients'],
    sentences: {
      "Please enter a patient's phone number": 'patient_phone_required',
      'Please enter a valid phone number': 'phone_invalid',
    },
  },
  {
    section: '5, OTP entry',
    on: ['doctorPatients'],
    sentences: { 'Please enter the 6-digit OTP code.': 'otp_required', 'OTP must be exactly 6 digits.': 'otp_length' },
  },
]);

export const faultSources = defineSources('faults', [
  {
    section: '2, Profile',
    on: ['doctorDashboard', 'doctorPatients'],
    sentences: { 'Your medical credentials are being reviewed by our team.': 'doctor_not_verified' },
  },
  {
    section: '2, Medical center login',
    on: ['centerLogin'],
    sentences: { 'Invalid credentials. Please try again.': 'invalid_credentials' },
  },
  {
    section: '2, Doctor login',
    on: ['doctorLogin'],
    sentences: { 'Invalid credentials. Please try again.': 'invalid_credentials' },
  },
  {
    section: '2, Profile',
    on: ['doctorProfile'],
    sentences: { 'Your medical credentials are being reviewed by our team.': 'doctor_not_verified' },
  },
]);
