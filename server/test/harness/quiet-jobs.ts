import type { JobTimes } from '../../src/jobs/jobs.ts';

/** The usual times, without the look at the portal's health and without preparing exams: what they store would be counted among an exam's. Who looks at the audit trail has it sealed. */
export const quietJobs: JobTimes = {
  healthEveryMs: null,
  sweepEveryMs: 3_600_000,
  sweepOlderThanMs: 24 * 3_600_000,
  prepareExams: false,
  sealEveryMs: null,
  tellCountsEveryMs: null,
};
