import type { Logger } from 'pino';
import type { PasswordHasher } from '../domain/accounts/passwords/password-hasher.ts';
import type { Authorization } from '../domain/authorization/authorize.ts';
import type { FaultPoint } from '../domain/core/context.ts';
import { defaultIntervals, type JobIntervals } from '../jobs/job-intervals.ts';
import { type FileSystem, systemFiles } from '../platform/blobs/files/file-system.ts';
import type { DatabaseLogins } from '../platform/db/logins.ts';
import { type Random, systemRandom } from '../platform/ids/random.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';

/** The parts of the application that a test may replace. Everything else is as in production. */
export interface AppOverrides {
  clock: Clock & { offsetMs?: number };
  random: Random;
  /** Logins of a database that is neither embedded nor set by DATABASE_URL. */
  logins: DatabaseLogins | null;
  /** True if the schema already comes from a template; the cluster's settings may then be unsafe. */
  isTestDatabase: boolean;
  passwords: PasswordHasher;
  authorization: Authorization | null;
  /** File system of the stored objects. */
  files: FileSystem;
  reachFaultPoint: (point: FaultPoint) => void;
  jobs: JobIntervals;
  /** Multiplies the timeouts of health probes and imaging workers. Above 1 only on a machine that may be slow. */
  timeFactor: number;
  hasPages: boolean;
  logger: Logger | null;
}

/** All parts except the password hasher, which hashes at full cost (75 ms and 64 MiB) when it is created. */
export type AppParts = Omit<AppOverrides, 'passwords'>;

export const defaultParts = (): AppParts => ({
  clock: systemClock,
  random: systemRandom,
  logins: null,
  isTestDatabase: false,
  authorization: null,
  files: systemFiles(),
  reachFaultPoint: () => undefined,
  jobs: defaultIntervals,
  timeFactor: 1,
  hasPages: true,
  logger: null,
});
