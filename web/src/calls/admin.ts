import type { Reply } from '@medcloud/contract/route';
import * as admin from '@medcloud/contract/routes/admin';
import type { CenterSort } from '@medcloud/contract/shapes/accounts';
import { useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';

/** The routes whose data every administrator's mutation can change (specification, section 4). */
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

/** The query of the list of centers. */
export interface CenterListQuery {
  search: string;
  sortBy: CenterSort;
  sortOrder: 'asc' | 'desc';
}

interface MutationCallbacks<Output> {
  onSuccess?: (reply: Output) => void;
  /** An `ApiError`, or fetch's own error if the server was not reached. */
  onError?: (error: Error) => void;
}

export const useAdminDashboard = ({ enabled = true } = {}) => useApiQuery(admin.dashboard, {}, { enabled });
/** Lists possible misuse that no administrator has seen yet. */
export const useAlarms = () => useApiQuery(admin.alarmsToSee, {});

export const useMarkAlarmSeen = (callbacks: MutationCallbacks<Reply<typeof admin.alarmSeen>>) =>
  useApiMutation(admin.alarmSeen, { invalidates: [admin.alarmsToSee], ...callbacks });

export const useMarkAlarmUsual = (callbacks: MutationCallbacks<Reply<typeof admin.alarmUsual>>) =>
  useApiMutation(admin.alarmUsual, { invalidates: [admin.alarmsToSee], ...callbacks });
/** Releases the account that an alarm holds. */
export const useReleaseAlarm = (callbacks: MutationCallbacks<Reply<typeof admin.alarmRelease>>) =>
  useApiMutation(admin.alarmRelease, { invalidates: [admin.alarmsToSee], ...callbacks });

export const usePendingDoctors = () => useApiQuery(admin.pendingDoctors, {});

/** Lists all users, newest first. `search` is a name, or a part of the email or of the center ID. */
export const useUsers = (search: string) =>
  useApiPages(admin.users, { query: search === '' ? {} : { search } }, { keepPreviousData: true });

export const useUpdateSubscription = () =>
  useApiMutation(admin.updateSubscription, { invalidates: adminRoutes, idempotent: true });

export const useRenewSubscription = () =>
  useApiMutation(admin.renewDoctorSubscription, { invalidates: adminRoutes, idempotent: true });

export const useApproveDoctor = (callbacks: MutationCallbacks<Reply<typeof admin.approveDoctor>> = {}) =>
  useApiMutation(admin.approveDoctor, { invalidates: adminRoutes, ...callbacks });

export const useRejectDoctor = () => useApiMutation(admin.rejectDoctor, { invalidates: adminRoutes });

export const useSuspendDoctor = () => useApiMutation(admin.suspendDoctor, { invalidates: adminRoutes });

export const useReinstateDoctor = () => useApiMutation(admin.reinstateDoctor, { invalidates: adminRoutes });

export const useDisableUser = () => useApiMutation(admin.disableUser, { invalidates: adminRoutes });

export const useEnableUser = () => useApiMutation(admin.enableUser, { invalidates: adminRoutes });

export const useRevokeUserSessions = () => useApiMutation(admin.revokeUserSessions);

export const useCreateMedicalCenter = () =>
  useApiMutation(admin.createMedicalCenter, { invalidates: adminRoutes, idempotent: true });

/** Lists every center, newest first. */
export const useMedicalCenters = () => useApiPages(admin.medicalCenters, { query: { limit: pageSize } });

/** Lists centers with their subscriptions and figures, in the given order. */
export const useCentersDetailed = ({ search, sortBy, sortOrder }: CenterListQuery) =>
  useApiPages(
    admin.medicalCentersDetailed,
    { query: { sortBy, sortOrder, limit: pageSize, ...(search === '' ? {} : { search }) } },
    { keepPreviousData: true },
  );

/** Gets one center with its figures. Does nothing while `id` is null. */
export const useMedicalCenter = (id: string | null) =>
  useApiQuery(admin.medicalCenter, { params: { id: id ?? '' } }, { enabled: id !== null });

export const useChangeMedicalCenter = () => useApiMutation(admin.changeMedicalCenter, { invalidates: adminRoutes });

/** Lists every doctor who has applied, newest first. `search` is a name, or a part of the license or email. */
export const useDoctors = (search: string) =>
  useApiPages(
    admin.doctors,
    { query: { limit: pageSize, ...(search === '' ? {} : { search }) } },
    { keepPreviousData: true },
  );
