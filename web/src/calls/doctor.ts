import type { Reply } from '@medcloud/contract/route';
import { session } from '@medcloud/contract/routes/auth';
import * as doctor from '@medcloud/contract/routes/doctor';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { callForQuery, queryKeyOf, useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';

interface MutationCallbacks<R> {
  onSuccess: (reply: R) => void;
  onError: (error: Error) => void;
}

/**
 * Gets the doctor's figures and latest accesses. No event reports an access or download, so they are always fetched
 * again.
 */
export const useDoctorDashboard = () => useApiQuery(doctor.dashboard, {}, { shouldAlwaysRefetch: true });

type WorklistPage = Reply<typeof doctor.worklist>;

/** Gets exams that are new, or all, by page, with the requests and the ending access of the first page. */
export function useWorklist(show: 'new' | 'all', isEnabled: boolean) {
  const query = useInfiniteQuery<
    WorklistPage,
    Error,
    InfiniteData<WorklistPage, string | null>,
    readonly unknown[],
    string | null
  >({
    queryKey: queryKeyOf(doctor.worklist, show),
    initialPageParam: null,
    // without a query for the first view: it may have been started with the page
    queryFn: ({ pageParam, signal }) => {
      const filter = show === 'all' ? { show } : {};
      return callForQuery(
        doctor.worklist,
        { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      );
    },
    getNextPageParam: ({ cursor }) => cursor,
    enabled: isEnabled,
    retry: false,
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
    // no event reports that an exam was opened
    refetchOnMount: 'always',
  });
  const [first] = query.data?.pages ?? [];
  return { ...query, first, exams: query.data?.pages.flatMap(({ exams }) => exams) };
}

/** Marks exams as seen without opening them. */
export const useMarkSeen = () =>
  useApiMutation(doctor.markSeen, { invalidates: [doctor.worklist, doctor.patientExams] });

/** Lists the patients with an active grant, latest grant first. */
export const useAccessiblePatients = (search: string) =>
  useApiPages(doctor.accessiblePatients, { query: search === '' ? {} : { search } }, { keepPreviousData: true });

/** Lists the doctor's own requests, by masked phone. */
export const useAccessRequests = () => useApiQuery(doctor.requests, {});

/** Sends a code to a phone. Another call after 60 s resends it. */
export const useRequestAccess = (callbacks: MutationCallbacks<Reply<typeof doctor.requestPatientAccess>>) =>
  useApiMutation(doctor.requestPatientAccess, { invalidates: [doctor.requests, doctor.worklist], ...callbacks });

/** Verifies the code that the patient read out. */
export const useVerifyCode = (callbacks: MutationCallbacks<Reply<typeof doctor.verifyOtp>>) =>
  useApiMutation(doctor.verifyOtp, {
    invalidates: [doctor.requests, doctor.accessiblePatients, doctor.worklist],
    ...callbacks,
  });

/** Gets a consenting patient and the exams the grant covers. The server logs each call in the patient's access log. */
export const usePatientExams = (patientId: string) => useApiQuery(doctor.patientExams, { params: { patientId } });

/** Gives up the access to a patient. */
export const useRevokeGrant = () =>
  useApiMutation(doctor.relinquishGrant, {
    invalidates: [doctor.accessiblePatients, doctor.requests, doctor.worklist],
  });

/** Gets the doctor's own profile and subscription. */
export const useDoctorProfile = () => useApiQuery(doctor.profile, {});

/** Saves the profile. It also changes the session's user. */
export const useChangeProfile = () => useApiMutation(doctor.changeProfile, { invalidates: [doctor.profile, session] });

/** Gets plan, next amount due, stored payment method and invoices. */
export const useDoctorBilling = () => useApiQuery(doctor.billingOverview, {});

export const useChangePlan = (callbacks: MutationCallbacks<Reply<typeof doctor.changePlan>>) =>
  useApiMutation(doctor.changePlan, { invalidates: [doctor.billingOverview, doctor.profile], ...callbacks });

export const useUpdatePaymentMethod = () =>
  useApiMutation(doctor.updatePaymentMethod, { invalidates: [doctor.billingOverview] });
