import type { Reply } from '@medcloud/contract/route';
import * as admin from '@medcloud/contract/routes/admin';
import type { CenterSort } from '@medcloud/contract/shapes/accounts';
import { useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';

/** What every act of an administrator puts out of date (specification, section 4). */
const adminRoutes = [
  admin.dashboard,
  admin.users,
  admin.pendingDoctors,
  admin.doctors,
  admin.medicalCenters,
  admin.medicalCentersDetailed,
  admin.medicalCenter,
];

const pageSize = 20; // ten rows of two fill some screens; more come on demand

/** How the list of centers is asked for. */
export interface CenterListQuery {
  search: string;
  sortBy: CenterSort;
  sortOrder: 'asc' | 'desc';
}

interface MutationCallbacks<Output> {
  onSuccess?: (reply: Output) => void;
  /** A `PortalError`, or fetch's own error without a portal. */
  onError?: (error: Error) => void;
}

export const useAdminDashboard = ({ enabled = true } = {}) => useApiQuery(admin.dashboard, {}, { enabled });
/** What looks like misuse and was not looked at yet. */
export const useAlarms = () => useApiQuery(admin.alarmsToSee, {});

export const useMarkAlarmSeen = (callbacks: MutationCallbacks<Reply<typeof admin.alarmSeen>>) =>
  useApiMutation(admin.alarmSeen, { invalidates: [admin.alarmsToSee], ...callbacks });

export const usePendingDoctors = () => useApiQuery(admin.pendingDoctors, {});

/** All users, newest first; `search` is a name, or a part of the e-mail or of the center ID. */
export const useUsers = (search: string) =>
  useApiPages(admin.users, { query: search === '' ? {} : { search } }, { keepPreviousData: true });

export const useUpdateSubscription = (callbacks: MutationCallbacks<Reply<typeof admin.updateSubscription>>) =>
  useApiMutation(admin.updateSubscription, { invalidates: adminRoutes, idempotent: true, ...callbacks });

export const useRenewSubscription = (callbacks: MutationCallbacks<Reply<typeof admin.renewDoctorSubscription>>) =>
  useApiMutation(admin.renewDoctorSubscription, { invalidates: adminRoutes, idempotent: true, ...callbacks });

export const useApproveDoctor = (callbacks: MutationCallbacks<Reply<typeof admin.approveDoctor>>) =>
  useApiMutation(admin.approveDoctor, { invalidates: adminRoutes, ...callbacks });

export const useRejectDoctor = (callbacks: MutationCallbacks<Reply<typeof admin.rejectDoctor>>) =>
  useApiMutation(admin.rejectDoctor, { invalidates: adminRoutes, ...callbacks });

export const useSuspendDoctor = (callbacks: MutationCallbacks<Reply<typeof admin.suspendDoctor>>) =>
  useApiMutation(admin.suspendDoctor, { invalidates: adminRoutes, ...callbacks });

export const useReinstateDoctor = (callbacks: MutationCallbacks<Reply<typeof admin.reinstateDoctor>>) =>
  useApiMutation(admin.reinstateDoctor, { invalidates: adminRoutes, ...callbacks });

export const useDisableUser = (callbacks: MutationCallbacks<Reply<typeof admin.disableUser>>) =>
  useApiMutation(admin.disableUser, { invalidates: adminRoutes, ...callbacks });

export const useEnableUser = (callbacks: MutationCallbacks<Reply<typeof admin.enableUser>>) =>
  useApiMutation(admin.enableUser, { invalidates: adminRoutes, ...callbacks });

export const useRevokeUserSessions = (callbacks: MutationCallbacks<Reply<typeof admin.revokeUserSessions>>) =>
  useApiMutation(admin.revokeUserSessions, callbacks);

export const useCreateMedicalCenter = (callbacks: MutationCallbacks<Reply<typeof admin.createMedicalCenter>>) =>
  useApiMutation(admin.createMedicalCenter, { invalidates: adminRoutes, idempotent: true, ...callbacks });

/** Every center, newest first. */
export const useMedicalCenters = () => useApiPages(admin.medicalCenters, { query: { limit: pageSize } });

/** Centers with their subscriptions and figures, in the order asked for. */
export const useCentersDetailed = ({ search, sortBy, sortOrder }: CenterListQuery) =>
  useApiPages(
    admin.medicalCentersDetailed,
    { query: { sortBy, sortOrder, limit: pageSize, ...(search === '' ? {} : { search }) } },
    { keepPreviousData: true },
  );

/** One center with its figures; none while `id` is null. */
export const useMedicalCenter = (id: string | null) =>
  useApiQuery(admin.medicalCenter, { params: { id: id ?? '' } }, { enabled: id !== null });

export const useChangeMedicalCenter = (callbacks: MutationCallbacks<Reply<typeof admin.changeMedicalCenter>>) =>
  useApiMutation(admin.changeMedicalCenter, { invalidates: adminRoutes, ...callbacks });

/** Every doctor who has applied, newest first; `search` is a name, or a part of licence or e-mail. */
export const useDoctors = (search: string) =>
  useApiPages(
    admin.doctors,
    { query: { limit: pageSize, ...(search === '' ? {} : { search }) } },
    { keepPreviousData: true },
  );
