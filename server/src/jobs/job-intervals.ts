/** How often the periodic jobs of `jobs.ts` run. */

/** The intervals that a test may replace. */
export interface JobIntervals {
  /** Null: health is checked only on request, as in tests that count files. */
  healthEveryMs: number | null;
  cleanupEveryMs: number;
  orphanMinAgeMs: number;
  /** False: exams are not indexed, as in tests that count files. */
  shouldIndexExams: boolean;
  /** False: the workers that render images start with the first image, as in tests. */
  shouldWarmUpWorkers: boolean;
  /** How often exams that wait for the virus scanner are enqueued. */
  scanEveryMs: number;
  /** How often events are added to the audit hash chain. Null: never, as in tests that count statements. */
  chainEveryMs: number | null;
  /** How often the alarm rules count new events. Null: never, as in tests that count statements or messages. */
  alarmsEveryMs: number | null;
  /**
   * How often this node publishes its request counts to the other nodes. Null: never, as in tests that count
   * statements.
   */
  publishCountsEveryMs: number | null;
  /** How often payments are asked for and late ones pursued. Null: never, as in tests that move the clock. */
  billingEveryMs: number | null;
  /**
   * How often it is checked whether the tax authority is to be asked for documents that the portal has not. Null: never,
   * as in tests that count its calls.
   */
  fiscalEveryMs: number | null;
  /** How often what was noted for doctors is mailed. Null: never, as in tests that count messages or move the clock. */
  notificationsEveryMs: number | null;
}

/** The intervals in production. */
export const defaultIntervals: JobIntervals = {
  healthEveryMs: 5 * 60_000,
  cleanupEveryMs: 3_600_000,
  orphanMinAgeMs: 24 * 3_600_000,
  shouldIndexExams: true,
  shouldWarmUpWorkers: true,
  scanEveryMs: 30_000,
  chainEveryMs: 1_000, // security 4
  alarmsEveryMs: 10_000,
  publishCountsEveryMs: 1_000,
  billingEveryMs: 3_600_000,
  fiscalEveryMs: 300_000,
  notificationsEveryMs: 15_000,
};

/** The intervals that are the same in tests. */
export const fixedIntervals = {
  outboxCleanupEveryMs: 600_000,
  // The first run after nine in the morning sends the notices. Later runs find no patient left.
  accessNoticesEveryMs: 1_800_000,
  purgeEveryMs: 86_400_000,
  // more often than checkpoints, so that each one is sent
  anchorsEveryMs: 20_000,
  streamEveryMs: 1_000,
  unindexedEveryMs: 600_000,
  paymentsSweepEveryMs: 900_000,
  factorResetsEveryMs: 300_000,
} as const;
