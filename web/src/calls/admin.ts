import type { Reply } from '@medcloud/contract/route';
import * as admin from '@medcloud/contract/routes/admin';
import type { CenterSort } from '@medcloud/contract/shapes/accounts';
import { useAct, useCall, usePages } from './client/use-call.ts';

/** What every act of an administrator puts out of date (specification, section 4). */
const changes = [
  admin.dashboard,
  admin.users,
  admin.pendingDoctors,
  admin.doctors,
  admin.medicalCenters,
  admin.medicalCentersDetailed,
  admin.medicalCenter,
];

const cardsAPage = 20; // ten rows of two fill some screens; more come on demand

/** How the list of centers is asked for. */
export interface CenterOrder {
  search: string;
  sortBy: CenterSort;
  sortOrder: 'asc' | 'desc';
}

interface Outcome<Answered> {
  onSuccess?: (reply: Answered) => void;
  /** A `PortalError`, or fetch's own error without a portal. */
  onError?: (error: Error) => void;
}

export const useAdminDashboard = ({ enabled = true } = {}) => useCall(admin.dashboard, {}, { enabled });
/** What looks like misuse and was not looked at yet. */
export const useAlarms = () => useCall(admin.alarmsToSee, {});

export const useAlarmSeen = (outcome: Outcome<Reply<typeof admin.alarmSeen>>) =>
  useAct(admin.alarmSeen, { changes: [admin.alarmsToSee], ...outcome });

export const usePendingDoctors = () => useCall(admin.pendingDoctors, {});

/** All users, newest first; `search` is a name, or a part of the e-mail or of the center ID. */
export const useUsers = (search: string) =>
  usePages(admin.users, { query: search === '' ? {} : { search } }, { keep: true });

export const useUpdateSubscription = (outcome: Outcome<Reply<typeof admin.updateSubscription>>) =>
  useAct(admin.updateSubscription, { changes, idempotent: true, ...outcome });

export const useRenewSubscription = (outcome: Outcome<Reply<typeof admin.renewDoctorSubscription>>) =>
  useAct(admin.renewDoctorSubscription, { changes, idempotent: true, ...outcome });

export const useApproveDoctor = (outcome: Outcome<Reply<typeof admin.approveDoctor>>) =>
  useAct(admin.approveDoctor, { changes, ...outcome });

export const useRejectDoctor = (outcome: Outcome<Reply<typeof admin.rejectDoctor>>) =>
  useAct(admin.rejectDoctor, { changes, ...outcome });

export const useSuspendDoctor = (outcome: Outcome<Reply<typeof admin.suspendDoctor>>) =>
  useAct(admin.suspendDoctor, { changes, ...outcome });

export const useReinstateDoctor = (outcome: Outcome<Reply<typeof admin.reinstateDoctor>>) =>
  useAct(admin.reinstateDoctor, { changes, ...outcome });

export const useDisableUser = (outcome: Outcome<Reply<typeof admin.disableUser>>) =>
  useAct(admin.disableUser, { changes, ...outcome });

export const useEnableUser = (outcome: Outcome<Reply<typeof admin.enableUser>>) =>
  useAct(admin.enableUser, { changes, ...outcome });

export const useRevokeUserSessions = (outcome: Outcome<Reply<typeof admin.revokeUserSessions>>) =>
  useAct(admin.revokeUserSessions, outcome);

export const useCreateMedicalCenter = (outcome: Outcome<Reply<typeof admin.createMedicalCenter>>) =>
  useAct(admin.createMedicalCenter, { changes, idempotent: true, ...outcome });

/** Every center, newest first. */
export const useMedicalCenters = () => usePages(admin.medicalCenters, { query: { limit: cardsAPage } });

/** Centers with their subscriptions and figures, in the order asked for. */
export const useCentersDetailed = ({ search, sortBy, sortOrder }: CenterOrder) =>
  usePages(
    admin.medicalCentersDetailed,
    { query: { sortBy, sortOrder, limit: cardsAPage, ...(search === '' ? {} : { search }) } },
    { keep: true },
  );

/** One center with its figures; none while `id` is null. */
export const useMedicalCenter = (id: string | null) =>
  useCall(admin.medicalCenter, { params: { id: id ?? '' } }, { enabled: id !== null });

export const useChangeMedicalCenter = (outcome: Outcome<Reply<typeof admin.changeMedicalCenter>>) =>
  useAct(admin.changeMedicalCenter, { changes, ...outcome });

/** Every doctor who has applied, newest first; `search` is a name, or a part of licence or e-mail. */
export const useDoctors = (search: string) =>
  usePages(admin.doctors, { query: { limit: cardsAPage, ...(search === '' ? {} : { search }) } }, { keep: true });
