import type { Reply } from '@medcloud/contract/route';
import { session } from '@medcloud/contract/routes/auth';
import * as doctor from '@medcloud/contract/routes/doctor';
import { useAct, useCall, usePages } from './client/use-call.ts';

interface ActAnswers<R> {
  onSuccess: (reply: R) => void;
  onError: (error: Error) => void;
}

/** The doctor's own figures and latest looks. No event tells of a look or a download, so they are asked for anew. */
export const useDoctorDashboard = () => useCall(doctor.dashboard, {}, { fresh: true });

/** Patients whose consent stands now, latest grant first. */
export const useAccessiblePatients = (search: string) =>
  usePages(doctor.accessiblePatients, { query: search === '' ? {} : { search } }, { keep: true });

/** The doctor's own requests, by masked phone. */
export const useAccessRequests = () => useCall(doctor.requests, {});

/** Sends a code to a phone; again after 60 s it is the resend. */
export const useRequestAccess = (answers: ActAnswers<Reply<typeof doctor.requestPatientAccess>>) =>
  useAct(doctor.requestPatientAccess, { changes: [doctor.requests], ...answers });

/** Takes the code that the patient read out. */
export const useVerifyCode = (answers: ActAnswers<Reply<typeof doctor.verifyOtp>>) =>
  useAct(doctor.verifyOtp, { changes: [doctor.requests, doctor.accessiblePatients], ...answers });

/** A consenting patient and the exams within the grant. Each call is written into the patient's log. */
export const usePatientExams = (patientId: string) => useCall(doctor.patientExams, { params: { patientId } });

/** Gives up the access to a patient. */
export const useRelinquishGrant = () =>
  useAct(doctor.relinquishGrant, { changes: [doctor.accessiblePatients, doctor.requests] });

/** The doctor's own profile and subscription. */
export const useDoctorProfile = () => useCall(doctor.profile, {});

/** Saves the profile; who is signed in changes with it. */
export const useChangeProfile = (answers: ActAnswers<Reply<typeof doctor.changeProfile>>) =>
  useAct(doctor.changeProfile, { changes: [doctor.profile, session], ...answers });

/** Plan, next amount due, kept payment method, invoices. */
export const useDoctorBilling = () => useCall(doctor.billingOverview, {});

export const useChangePlan = (answers: ActAnswers<Reply<typeof doctor.changePlan>>) =>
  useAct(doctor.changePlan, { changes: [doctor.billingOverview, doctor.profile], ...answers });

export const useUpdatePaymentMethod = (answers: ActAnswers<Reply<typeof doctor.updatePaymentMethod>>) =>
  useAct(doctor.updatePaymentMethod, { changes: [doctor.billingOverview], ...answers });
