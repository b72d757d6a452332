import type { Logger } from 'pino';
import { createPasswordHasher, type PasswordHasher } from '../domain/accounts/passwords/password-hasher.ts';
import type { Authorization } from '../domain/authorization/authorize.ts';
import type { FaultPoint } from '../domain/core/context.ts';
import type { JobIntervals } from '../jobs/jobs.ts';
import { type FileSystem, systemFiles } from '../platform/blobs/files/file-system.ts';
import type { DatabaseOptions } from '../platform/db/database.ts';
import { type Random, systemRandom } from '../platform/ids/random.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';

/** The parts that a test may replace. Everything else is the portal as it runs. */
export interface AppOverrides {
  clock: Clock & { offsetMs?: number };
  random: Random;
  /** Where the database is, when it is neither embedded nor named by DATABASE_URL. */
  connection: DatabaseOptions['connection'] | null;
  /** The schema was made from a template already, and its cluster need not be safe. */
  testDatabase: boolean;
  passwords: PasswordHasher;
  authorization: Authorization | null;
  /** Where the stored objects lie. */
  files: FileSystem;
  reachFaultPoint: (point: FaultPoint) => void;
  jobs: JobIntervals;
  /** How many times longer than usual a health probe and a thread that reads files may take: 1 but on a machine that may be slow. */
  timeFactor: number;
  pages: boolean;
  logger: Logger | null;
}

export const defaultParts = (): AppOverrides => ({
  clock: systemClock,
  random: systemRandom,
  connection: null,
  testDatabase: false,
  passwords: createPasswordHasher(),
  authorization: null,
  files: systemFiles(),
  reachFaultPoint: () => undefined,
  jobs: {
    healthEveryMs: 5 * 60_000,
    cleanupEveryMs: 3_600_000,
    orphanMinAgeMs: 24 * 3_600_000,
    shouldIndexExams: true,
    chainEveryMs: 1_000, // security 4
    publishCountsEveryMs: 1_000,
  },
  timeFactor: 1,
  pages: true,
  logger: null,
});
