import { PortalError } from '@medcloud/contract/caller';
import { faults } from '@medcloud/contract/faults';
import * as center from '@medcloud/contract/routes/medical-center';
import type { ExamType, ListedStatus } from '@medcloud/contract/shapes/exams';
import { portal } from './client/portal.ts';
import { useAct, useCall, usePages } from './client/use-call.ts';

const pageSize = 25; // ten rows fill a screen; more come on demand
const logSize = 50; // looks fold by doctor and day, so that a page is a few lines
const pickerSize = 20; // product, "Search": a picker shows the first 20 and searches the rest

/** The center's figures and latest uploads. */
export const useCenterDashboard = () => useCall(center.dashboard, {});

/** The center's patients; the one call that is tried again by itself (specification, section 7). */
export const usePatients = (query: { search: string; sortOrder: 'asc' | 'desc' }) =>
  usePages(
    center.patients,
    { query: { ...named(query), sortBy: 'createdAt', limit: pageSize } },
    { retry: 1, keep: true },
  );

/** The first patients that match, for a picker; the newest where nothing is typed. */
export const usePatientChoices = (search: string, enabled: boolean) =>
  usePages(center.patients, { query: { ...named({ search }), limit: pickerSize } }, { retry: 1, keep: true, enabled });

/** One patient by the public id; none while `patientId` is null. */
export function usePatient(patientId: string | null) {
  const query = { search: patientId ?? '', limit: 1 };
  const { rows, ...call } = usePages(center.patients, { query }, { retry: 1, enabled: patientId !== null });
  return { ...call, patient: rows?.find((patient) => patient.patientId === patientId) };
}

/** Registers a patient. */
export const useRegisterPatient = () =>
  useAct(center.registerPatient, { idempotent: true, changes: [center.patients, center.dashboard] });

/** One patient's sheet: the details, and every doctor who asked. */
export const usePatientSheet = (patientId: string) => useCall(center.patientDetails, { params: { patientId } });

/** Changes a patient's details. */
export const useChangePatient = () =>
  useAct(center.changePatient, {
    idempotent: true,
    changes: [center.patients, center.patientDetails, center.examHistory],
  });

/** The whole AMKA; the portal writes down who asked. */
export const useRevealAmka = () => useAct(center.revealAmka);

/** Sends the link of a live grant to the patient again. */
export const useSendConsentLink = () =>
  useAct(center.sendConsentLink, { idempotent: true, changes: [center.patientDetails] });

/** Ends a doctor's live grant on a patient. */
export const useRevokeGrant = () => useAct(center.revokeGrant, { changes: [center.patientDetails] });

/** Which doctors looked at what of a patient, newest first. No event tells of a look, so it is asked for anew. */
export const useAccessLog = (patientId: string) =>
  usePages(center.accessLog, { params: { patientId }, query: { limit: logSize } }, { fresh: true });

const changedByExams = [center.examHistory, center.patients, center.patientDetails, center.dashboard];

/** Gives an exam to another patient. */
export const useMoveExam = () => useAct(center.moveExam, { changes: changedByExams });

/** Takes an exam out of every list and view. */
export const useWithdrawExam = () => useAct(center.withdrawExam, { changes: changedByExams });

/** Says that an exam held back for a doubt is the patient's. */
export const useConfirmExam = () => useAct(center.confirmExam, { changes: changedByExams });

export interface HistoryQuery {
  dateFrom: string;
  dateTo: string;
  examType: ExamType | '';
  status: ListedStatus | '';
  patientSearch: string;
}

/** The center's exams, newest upload first. */
export const useExamHistory = (query: HistoryQuery, enabled = true) =>
  usePages(center.examHistory, { query: { ...named(query), limit: pageSize } }, { keep: true, enabled });

/** One exam by its id, whatever its status; none while `id` is null. */
export function useExam(id: string | null) {
  const { rows, ...call } = usePages(center.examHistory, { query: { id: id ?? '' } }, { enabled: id !== null });
  return { ...call, exam: rows?.[0] };
}

/** All exams of one patient, newest upload first. */
export const useExamsOfPatient = (patientId: string) => usePages(center.examHistory, { query: { patientId } });

/** The id of a patient's latest exam, asked for at the moment it is wanted; fails like a call where there is none. */
export async function latestExamOf(patientId: string): Promise<string> {
  const { rows } = await portal.page(center.examHistory, { query: { patientId, limit: 1 } });
  const [latest] = rows;
  if (latest === undefined) throw new PortalError(404, faults.not_found.message, null);
  return latest.id;
}

/** Leaves out what is empty, so that a filter not set is no other question than none. */
function named<Query extends object>(query: Query): Partial<Query> {
  const set: Partial<Query> = { ...query };
  for (const name in set) if (set[name] === '') delete set[name];
  return set;
}
