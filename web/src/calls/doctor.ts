import type { Reply } from '@medcloud/contract/route';
import { session } from '@medcloud/contract/routes/auth';
import * as doctor from '@medcloud/contract/routes/doctor';
import { useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';

interface MutationCallbacks<R> {
  onSuccess: (reply: R) => void;
  onError: (error: Error) => void;
}

/** The doctor's own figures and latest looks. No event tells of a look or a download, so they are asked for anew. */
export const useDoctorDashboard = () => useApiQuery(doctor.dashboard, {}, { alwaysRefetch: true });

/** Patients whose consent stands now, latest grant first. */
export const useAccessiblePatients = (search: string) =>
  useApiPages(doctor.accessiblePatients, { query: search === '' ? {} : { search } }, { keepPreviousData: true });

/** The doctor's own requests, by masked phone. */
export const useAccessRequests = () => useApiQuery(doctor.requests, {});

/** Sends a code to a phone; again after 60 s it is the resend. */
export const useRequestAccess = (callbacks: MutationCallbacks<Reply<typeof doctor.requestPatientAccess>>) =>
  useApiMutation(doctor.requestPatientAccess, { invalidates: [doctor.requests], ...callbacks });

/** Takes the code that the patient read out. */
export const useVerifyCode = (callbacks: MutationCallbacks<Reply<typeof doctor.verifyOtp>>) =>
  useApiMutation(doctor.verifyOtp, { invalidates: [doctor.requests, doctor.accessiblePatients], ...callbacks });

/** A consenting patient and the exams within the grant. Each call is written into the patient's log. */
export const usePatientExams = (patientId: string) => useApiQuery(doctor.patientExams, { params: { patientId } });

/** Gives up the access to a patient. */
export const useRelinquishGrant = () =>
  useApiMutation(doctor.relinquishGrant, { invalidates: [doctor.accessiblePatients, doctor.requests] });

/** The doctor's own profile and subscription. */
export const useDoctorProfile = () => useApiQuery(doctor.profile, {});

/** Saves the profile; who is signed in changes with it. */
export const useChangeProfile = (callbacks: MutationCallbacks<Reply<typeof doctor.changeProfile>>) =>
  useApiMutation(doctor.changeProfile, { invalidates: [doctor.profile, session], ...callbacks });

/** Plan, next amount due, kept payment method, invoices. */
export const useDoctorBilling = () => useApiQuery(doctor.billingOverview, {});

export const useChangePlan = (callbacks: MutationCallbacks<Reply<typeof doctor.changePlan>>) =>
  useApiMutation(doctor.changePlan, { invalidates: [doctor.billingOverview, doctor.profile], ...callbacks });

export const useUpdatePaymentMethod = (callbacks: MutationCallbacks<Reply<typeof doctor.updatePaymentMethod>>) =>
  useApiMutation(doctor.updatePaymentMethod, { invalidates: [doctor.billingOverview], ...callbacks });
