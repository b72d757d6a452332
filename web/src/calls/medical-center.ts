import { ApiError } from '@medcloud/contract/api-client';
import * as center from '@medcloud/contract/routes/medical-center';
import type { ExamType, ListedStatus } from '@medcloud/contract/shapes/exams';
import type { PatientMatchRequest } from '@medcloud/contract/shapes/patient-match';
import { api } from './client/api.ts';
import { useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';

const pageSize = 25; // ten rows fill a screen; more come on demand
const logPageSize = 50; // accesses are folded by doctor and day, so a page is only a few lines
const pickerPageSize = 20; // product, "Search": a picker shows the first 20 and searches the rest

/** Gets the center's figures and latest uploads. */
export const useCenterDashboard = () => useApiQuery(center.dashboard, {});

/** Gets and changes when the center's patients see their own pictures. */
export const usePatientViewing = () => useApiQuery(center.patientViewing, {});
export const useChangePatientViewing = () =>
  useApiMutation(center.changePatientViewing, { invalidates: [center.patientViewing] });

/** Lists the center's patients. Only this query is retried automatically (specification, section 7). */
export const usePatients = (query: { search: string; sortOrder: 'asc' | 'desc' }) =>
  useApiPages(
    center.patients,
    { query: { ...omitEmpty(query), sortBy: 'createdAt', limit: pageSize } },
    { retry: 1, keepPreviousData: true },
  );

/** Lists the first patients that match, for a picker. Without a search, the newest ones. */
export const usePatientChoices = (search: string, enabled: boolean) =>
  useApiPages(
    center.patients,
    { query: { ...omitEmpty({ search }), limit: pickerPageSize } },
    { retry: 1, keepPreviousData: true, enabled },
  );

/** Finds one patient by the public id. Does nothing while `patientId` is null. */
export function usePatient(patientId: string | null) {
  const query = { search: patientId ?? '', limit: 1 };
  const { rows, ...call } = useApiPages(center.patients, { query }, { retry: 1, enabled: patientId !== null });
  return { ...call, patient: rows?.find((patient) => patient.patientId === patientId) };
}

/** Matches one person, as some files spell it, with the center's patients. Does nothing without a spelling. */
export const usePatientMatch = (spellings: PatientMatchRequest['spellings']) =>
  useApiQuery(
    center.matchPatient,
    { body: { spellings } },
    { retry: 1, enabled: spellings.length > 0, shouldAlwaysRefetch: true },
  );

/** Registers a patient. */
export const useRegisterPatient = () =>
  useApiMutation(center.registerPatient, {
    idempotent: true,
    invalidates: [center.patients, center.dashboard, center.matchPatient],
  });

/** Gets one patient's sheet: the details, and every doctor who requested access. */
export const usePatientSheet = (patientId: string) => useApiQuery(center.patientDetails, { params: { patientId } });

/** Changes a patient's details. */
export const useChangePatient = () =>
  useApiMutation(center.changePatient, {
    idempotent: true,
    invalidates: [center.patients, center.patientDetails, center.examHistory],
  });

/** Gets the full AMKA. The server logs who requested it. */
export const useRevealAmka = () => useApiMutation(center.revealAmka);

/** Sends the consent link of an active grant to the patient again. */
export const useSendConsentLink = () =>
  useApiMutation(center.sendConsentLink, { idempotent: true, invalidates: [center.patientDetails] });

/** Revokes a doctor's active grant for a patient. */
export const useRevokeGrant = () => useApiMutation(center.revokeGrant, { invalidates: [center.patientDetails] });

/**
 * Lists the doctors' accesses to a patient's data, newest first. No event reports an access, so it is always fetched
 * again.
 */
export const useAccessLog = (patientId: string) =>
  useApiPages(
    center.accessLog,
    { params: { patientId }, query: { limit: logPageSize } },
    { shouldAlwaysRefetch: true },
  );

const examRoutes = [center.examHistory, center.patients, center.patientDetails, center.dashboard];

/** Moves an exam to another patient. */
export const useMoveExam = () => useApiMutation(center.moveExam, { invalidates: examRoutes });

/** Withdraws an exam from every list and view. */
export const useWithdrawExam = () => useApiMutation(center.withdrawExam, { invalidates: examRoutes });

/** Confirms that an exam in doubt belongs to the patient. */
export const useConfirmExam = () => useApiMutation(center.confirmExam, { invalidates: examRoutes });

export interface HistoryQuery {
  dateFrom: string;
  dateTo: string;
  examType: ExamType | '';
  status: ListedStatus | '';
  patientSearch: string;
}

/** Lists the center's exams, newest upload first. */
export const useExamHistory = (query: HistoryQuery, enabled = true) =>
  useApiPages(
    center.examHistory,
    { query: { ...omitEmpty(query), limit: pageSize } },
    { keepPreviousData: true, enabled },
  );

/** Finds one exam by its id, in any status. Does nothing while `id` is null. */
export function useExam(id: string | null) {
  const { rows, ...call } = useApiPages(center.examHistory, { query: { id: id ?? '' } }, { enabled: id !== null });
  return { ...call, exam: rows?.[0] };
}

/** Lists all exams of one patient, newest upload first. */
export const useExamsOfPatient = (patientId: string) => useApiPages(center.examHistory, { query: { patientId } });

/** Gets the id of a patient's latest exam on demand. Rejects like a call if there is none. */
export async function getLatestExamId(patientId: string): Promise<string> {
  const { rows } = await api.page(center.examHistory, { query: { patientId, limit: 1 } });
  const [latest] = rows;
  if (latest === undefined) throw new ApiError(404, 'not_found', null);
  return latest.id;
}

/** Leaves out empty values, so an empty filter gives the same query key as none. */
function omitEmpty<Query extends object>(query: Query): Partial<Query> {
  const filtered: Partial<Query> = { ...query };
  for (const name in filtered) if (filtered[name] === '') delete filtered[name];
  return filtered;
}
