import { defaultParts } from '../../src/app/app-overrides.ts';
import type { JobIntervals } from '../../src/jobs/job-intervals.ts';

/**
 * The usual intervals without health checks and exam indexing, because their objects would be counted with an exam's.
 * Tests of the audit chain enable chaining themselves.
 */
export const quietJobs: JobIntervals = {
  healthEveryMs: null,
  cleanupEveryMs: 3_600_000,
  orphanMinAgeMs: 24 * 3_600_000,
  shouldIndexExams: false,
  shouldWarmUpWorkers: false,
  scanEveryMs: 3_600_000,
  chainEveryMs: null,
  alarmsEveryMs: null,
  publishCountsEveryMs: null,
  billingEveryMs: null,
  fiscalEveryMs: null,
  notificationsEveryMs: null,
};

/**
 * The usual intervals without the alarm rules and notifications, for tests in a browser: each test signs in as administrator
 * from another browser, and the alarms about it would appear on the dashboards of other tests; mails to doctors would come
 * between those that tests count.
 */
export const jobsWithoutAlarms: JobIntervals = {
  ...defaultParts().jobs,
  alarmsEveryMs: null,
  notificationsEveryMs: null,
  shouldWarmUpWorkers: false,
};
