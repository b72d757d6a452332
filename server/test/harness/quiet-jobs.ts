import type { JobIntervals } from '../../src/jobs/jobs.ts';

/** The usual times, without the look at the portal's health and without preparing exams: what they store would be counted among an exam's. Who looks at the audit trail has it sealed. */
export const quietJobs: JobIntervals = {
  healthEveryMs: null,
  cleanupEveryMs: 3_600_000,
  orphanMinAgeMs: 24 * 3_600_000,
  shouldIndexExams: false,
  chainEveryMs: null,
  publishCountsEveryMs: null,
};
