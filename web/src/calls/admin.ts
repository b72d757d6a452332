import type { Reply } from '@medcloud/contract/route';
import * as admin from '@medcloud/contract/routes/admin';
import { useAct, useCall, usePages } from './use-call.ts';

/** What every act of an administrator puts out of date (specification, section 4). */
const changes = [admin.dashboard, admin.users, admin.pendingDoctors];

interface Outcome<Answered> {
  onSuccess?: (reply: Answered) => void;
  /** A `PortalError`, or fetch's own error without a portal. */
  onError?: (error: Error) => void;
}

export const useAdminDashboard = () => useCall(admin.dashboard, {});
export const usePendingDoctors = () => useCall(admin.pendingDoctors, {});

/** All users, newest first; `search` is a part of the e-mail or of the center ID. */
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

export const useCreateMedicalCenter = (outcome: Outcome<Reply<typeof admin.createMedicalCenter>>) =>
  useAct(admin.createMedicalCenter, { changes, idempotent: true, ...outcome });
