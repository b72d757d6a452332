import * as z from 'zod';
import { route } from '../route.ts';
import * as access from '../shapes/access.ts';
import * as billing from '../shapes/billing.ts';
import { paging, searchText } from '../shapes/common.ts';
import { accessiblePatient } from '../shapes/people.ts';
import { doctorProfile, profileChange } from '../shapes/profile.ts';
import { worklistQuery, worklistSeen, worklistSeenReply, worklist as worklistShape } from '../shapes/worklist.ts';

export const dashboard = route({
  method: 'GET',
  path: '/api/doctor/dashboard',
  access: 'doctor',
  rate: 'general',
  summary: 'The doctor’s own figures and latest views and downloads.',
  source: 'specification 7; shapes, doctor dash',
  reply: access.doctorDashboard,
});

export const worklist = route({
  method: 'GET',
  path: '/api/doctor/worklist',
  access: 'doctor',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'Exams that are new to the doctor, requests that wait, and access that ends soon.',
  source: 'docs/decisions/056',
  query: worklistQuery,
  reply: worklistShape,
});

export const markSeen = route({
  method: 'POST',
  path: '/api/doctor/worklist/seen',
  access: 'doctor',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'Marks exams as seen without opening them. Repeating the call has no effect.',
  source: 'docs/decisions/056',
  body: worklistSeen,
  reply: worklistSeenReply,
});

export const accessiblePatients = route({
  method: 'GET',
  path: '/api/doctor/accessible-patients',
  access: 'doctor',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'Patients with an active grant for the doctor.',
  source: 'specification 7; shapes, accessible',
  query: z.object({ search: searchText, ...paging }),
  reply: z.array(accessiblePatient),
});

export const requestPatientAccess = route({
  method: 'POST',
  path: '/api/doctor/request-patient-access',
  access: 'doctor',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'Sends a verification code to a patient’s phone. The response is the same for every number.',
  source: 'specification 7; shapes, request; product, doctor’s path 3-4',
  body: access.accessRequest,
  reply: access.accessRequestReply,
  errors: 'text',
});

export const verifyOtp = route({
  method: 'POST',
  path: '/api/doctor/verify-otp',
  access: 'doctor',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'Verifies the code that the patient read out, and sends the patient a consent link.',
  source: 'specification 7; shapes, verify; product, doctor’s path 4-5',
  body: access.codeVerification,
  reply: access.codeVerificationReply,
  errors: 'text',
});

export const requests = route({
  method: 'GET',
  path: '/api/doctor/requests',
  access: 'doctor',
  doctor: 'verified',
  rate: 'general',
  summary: 'The doctor’s own requests, with masked phone numbers. Expired ones are listed for seven days.',
  source: 'shapes, requests',
  reply: z.array(access.openRequest),
});

export const patientExams = route({
  method: 'GET',
  path: '/api/doctor/patient-exams/{patientId}',
  access: 'doctor',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'A patient who granted access, and the exams within the grant.',
  source: 'specification 7; shapes, pat. exams',
  reply: access.patientExams,
});

export const relinquishGrant = route({
  method: 'POST',
  path: '/api/doctor/grants/{id}/relinquish',
  access: 'doctor',
  rate: 'general',
  summary: 'Gives up the access that a patient granted. Repeating the call has no effect.',
  source: 'security 7: revoke by the doctor himself',
  reply: access.grantRevocationReply,
});

export const profile = route({
  method: 'GET',
  path: '/api/doctor/profile',
  access: 'doctor',
  rate: 'general',
  summary: 'The doctor’s own profile and subscription, verified or not.',
  source: 'specification 7; shapes, doc profile',
  reply: doctorProfile,
});

export const changeProfile = route({
  method: 'PATCH',
  path: '/api/doctor/profile',
  access: 'doctor',
  rate: 'login',
  summary: 'Changes the doctor’s own profile. With a new name or license number, a verified doctor is in review again.',
  source: 'product, doctor’s path 2; security 1a',
  body: profileChange,
  reply: doctorProfile,
});

export const billingOverview = route({
  method: 'GET',
  path: '/api/doctor/billing',
  access: 'doctor',
  rate: 'general',
  summary: 'The doctor’s plan, next payment, stored payment method and invoices.',
  source: 'specification 2, billing; product, other decisions',
  reply: billing.doctorBilling,
});

export const changePlan = route({
  method: 'POST',
  path: '/api/doctor/change-plan',
  access: 'doctor',
  rate: 'general',
  summary:
    'Chooses the plan from the end of the current period on. Choosing the current plan cancels an earlier choice.',
  source: 'product, other decisions',
  body: billing.planChange,
  reply: billing.doctorBilling,
});

export const updatePaymentMethod = route({
  method: 'POST',
  path: '/api/doctor/payment-method',
  access: 'doctor',
  rate: 'general',
  summary: 'Changes the stored card details and billing address. A card’s number and CVV are never accepted.',
  source: 'product, other decisions',
  body: billing.paymentMethodUpdate,
  reply: billing.doctorBilling,
});
