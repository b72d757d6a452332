import { ApiError } from '@medcloud/contract/api-client';
import { faults } from '@medcloud/contract/faults';
import * as center from '@medcloud/contract/routes/medical-center';
import type { ExamType, ListedStatus } from '@medcloud/contract/shapes/exams';
import { api } from './client/api.ts';
import { useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';

const pageSize = 25; // ten rows fill a screen; more come on demand
const logPageSize = 50; // looks fold by doctor and day, so that a page is a few lines
const pickerPageSize = 20; // product, "Search": a picker shows the first 20 and searches the rest

/** The center's figures and latest uploads. */
export const useCenterDashboard = () => useApiQuery(center.dashboard, {});

/** The center's patients; the one call that is tried again by itself (specification, section 7). */
export const usePatients = (query: { search: string; sortOrder: 'asc' | 'desc' }) =>
  useApiPages(
    center.patients,
    { query: { ...omitEmpty(query), sortBy: 'createdAt', limit: pageSize } },
    { retry: 1, keepPreviousData: true },
  );

/** The first patients that match, for a picker; the newest where nothing is typed. */
export const usePatientChoices = (search: string, enabled: boolean) =>
  useApiPages(
    center.patients,
    { query: { ...omitEmpty({ search }), limit: pickerPageSize } },
    { retry: 1, keepPreviousData: true, enabled },
  );

/** One patient by the public id; none while `patientId` is null. */
export function usePatient(patientId: string | null) {
  const query = { search: patientId ?? '', limit: 1 };
  const { rows, ...call } = useApiPages(center.patients, { query }, { retry: 1, enabled: patientId !== null });
  return { ...call, patient: rows?.find((patient) => patient.patientId === patientId) };
}

/** Registers a patient. */
export const useRegisterPatient = () =>
  useApiMutation(center.registerPatient, { idempotent: true, invalidates: [center.patients, center.dashboard] });

/** One patient's sheet: the details, and every doctor who asked. */
export const usePatientSheet = (patientId: string) => useApiQuery(center.patientDetails, { params: { patientId } });

/** Changes a patient's details. */
export const useChangePatient = () =>
  useApiMutation(center.changePatient, {
    idempotent: true,
    invalidates: [center.patients, center.patientDetails, center.examHistory],
  });

/** The whole AMKA; the portal writes down who asked. */
export const useRevealAmka = () => useApiMutation(center.revealAmka);

/** Sends the link of a live grant to the patient again. */
export const useSendConsentLink = () =>
  useApiMutation(center.sendConsentLink, { idempotent: true, invalidates: [center.patientDetails] });

/** Ends a doctor's live grant on a patient. */
export const useRevokeGrant = () => useApiMutation(center.revokeGrant, { invalidates: [center.patientDetails] });

/** Which doctors looked at what of a patient, newest first. No event tells of a look, so it is asked for anew. */
export const useAccessLog = (patientId: string) =>
  useApiPages(center.accessLog, { params: { patientId }, query: { limit: logPageSize } }, { alwaysRefetch: true });

const examRoutes = [center.examHistory, center.patients, center.patientDetails, center.dashboard];

/** Gives an exam to another patient. */
export const useMoveExam = () => useApiMutation(center.moveExam, { invalidates: examRoutes });

/** Takes an exam out of every list and view. */
export const useWithdrawExam = () => useApiMutation(center.withdrawExam, { invalidates: examRoutes });

/** Says that an exam held back for a doubt is the patient's. */
export const useConfirmExam = () => useApiMutation(center.confirmExam, { invalidates: examRoutes });

export interface HistoryQuery {
  dateFrom: string;
  dateTo: string;
  examType: ExamType | '';
  status: ListedStatus | '';
  patientSearch: string;
}

/** The center's exams, newest upload first. */
export const useExamHistory = (query: HistoryQuery, enabled = true) =>
  useApiPages(
    center.examHistory,
    { query: { ...omitEmpty(query), limit: pageSize } },
    { keepPreviousData: true, enabled },
  );

/** One exam by its id, whatever its status; none while `id` is null. */
export function useExam(id: string | null) {
  const { rows, ...call } = useApiPages(center.examHistory, { query: { id: id ?? '' } }, { enabled: id !== null });
  return { ...call, exam: rows?.[0] };
}

/** All exams of one patient, newest upload first. */
export const useExamsOfPatient = (patientId: string) => useApiPages(center.examHistory, { query: { patientId } });

/** The id of a patient's latest exam, asked for at the moment it is wanted; fails like a call where there is none. */
export async function getLatestExamId(patientId: string): Promise<string> {
  const { rows } = await api.page(center.examHistory, { query: { patientId, limit: 1 } });
  const [latest] = rows;
  if (latest === undefined) throw new ApiError(404, faults.not_found.message, null);
  return latest.id;
}

/** Leaves out what is empty, so that a filter not set is no other question than none. */
function omitEmpty<Query extends object>(query: Query): Partial<Query> {
  const filtered: Partial<Query> = { ...query };
  for (const name in filtered) if (filtered[name] === '') delete filtered[name];
  return filtered;
}
