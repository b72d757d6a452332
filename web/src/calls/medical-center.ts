import { PortalError } from '@medcloud/contract/caller';
import { faults } from '@medcloud/contract/faults';
import * as center from '@medcloud/contract/routes/medical-center';
import type { ExamType } from '@medcloud/contract/shapes/exams';
import { portal } from './portal.ts';
import { useAct, useCall, usePages } from './use-call.ts';

const pageSize = 25; // ten rows fill a screen; more come on demand
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

export interface HistoryQuery {
  dateFrom: string;
  dateTo: string;
  examType: ExamType | '';
  patientSearch: string;
}

/** The center's exams, newest upload first. */
export const useExamHistory = (query: HistoryQuery) =>
  usePages(center.examHistory, { query: { ...named(query), limit: pageSize } }, { keep: true });

/** All exams of one patient, newest upload first. */
export const useExamsOfPatient = (patientId: string) =>
  usePages(center.examHistory, { query: { patientSearch: patientId } });

/** The id of a patient's latest exam, asked for at the moment it is wanted; fails like a call where there is none. */
export async function latestExamOf(patientId: string): Promise<string> {
  const { rows } = await portal.page(center.examHistory, { query: { patientSearch: patientId, limit: 1 } });
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
