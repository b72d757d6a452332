import type { ExamType } from '@medcloud/contract/shapes/exams';
import type { AccessLogEntry } from '@medcloud/contract/shapes/patient-sheet';

/** An action with the number of times it was done. */
export interface AccessAction {
  what: AccessLogEntry['what'];
  examType: ExamType | null;
  count: number;
}

/** One doctor's actions on one day. */
export interface DoctorDay {
  key: string;
  doctor: AccessLogEntry['doctor'];
  /** The latest time of the day. */
  at: string;
  actions: AccessAction[];
}

const order = { download: 0, view: 1, list: 2 } as const;

/**
 * Folds the log, newest first, by day and doctor, so a list opened forty times a day is one line. `dayOf` returns the
 * day of a timestamp in the reader's time zone.
 */
export function foldAccess(log: readonly AccessLogEntry[], dayOf: (moment: string) => string): DoctorDay[] {
  const days = new Map<string, DoctorDay>();
  for (const { at, doctor, what, examType } of log) {
    const key = `${dayOf(at)} ${doctor.licenseNumber}`;
    const day = days.get(key) ?? { key, doctor, at, actions: [] };
    const action = day.actions.find((each) => each.what === what && each.examType === examType);
    if (action) action.count += 1;
    else day.actions.push({ what, examType, count: 1 });
    days.set(key, day);
  }
  const folded = [...days.values()];
  for (const { actions } of folded) actions.sort((one, other) => order[one.what] - order[other.what]);
  return folded;
}
