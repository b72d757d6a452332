import { Fault } from '@medcloud/contract/faults';
import type { RateClass } from '@medcloud/contract/route';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { ScopedStatements } from '../db/database.ts';
import { toUnavailableFault } from '../db/database.ts';
import type { SharedCounts } from './shared-counts.ts';

/**
 * Limits the requests of one client over all nodes. Counts attempts individually in the database; they throw
 * `unavailable` while it is down. Counts other traffic in memory and publishes it to the other nodes each second
 * (`shared-counts.ts`).
 */
export interface Throttle {
  /**
   * Counts a request of a class from an address block (null: loopback in evaluation, not counted). Throws
   * `rate_limited`.
   */
  checkAddress(rate: RateClass, block: string | null): Promise<void>;
  /** Refunds a request to its address block because it counts for its session. Colleagues do not share a limit then. */
  refundAddress(rate: RateClass, block: string | null): Promise<void>;
  /** Counts a request of a session: 600 per minute, 6,000 for DICOMweb frames (security 2.4). Throws `rate_limited`. */
  checkSession(sessionId: string, kind?: 'general' | 'frames'): Promise<void>;
  /**
   * Counts an attempt at an account's password before the comparison, so parallel attempts cannot exceed the limit.
   * Five are free, then 1, 2, 4 ... 60 s must pass between two, counted by known device, or by address block for
   * unknown ones.
   * After 100 in a row, of one device or of all unknown ones, blocks for a day. Throws `rate_limited`.
   */
  attemptSignIn(attempt: SignInAttempt): Promise<void>;
  /**
   * Resets the failures of an attempt's device or block after a sign-in. Those of all unknown devices stay, less this attempt:
   * otherwise each sign-in of the owner would give strangers a hundred more guesses.
   */
  resetSignIn(attempt: SignInAttempt): Promise<void>;
  /**
   * Counts an attempt at a step that concerns an account's second factor before anything is compared: ten an hour. Throws
   * `rate_limited`.
   */
  attemptFactor(userId: string): Promise<void>;
  /** Resets an account's attempts after a right code. */
  resetFactor(userId: string): Promise<void>;
}

/** An attempt at an account's password. The account need not exist. */
export interface SignInAttempt {
  account: string;
  /** A browser or session that has had the right password before, or an unknown device in an address block. */
  by: { known: string } | { block: string };
}

const freeSignIns = 5;
const maxDelaySeconds = 60;
// NIST SP 800-63B 3.2.2: at most 100 in a row. Then a wait of a day, or a new password by a mailed link.
const maxFailuresInRow = 100;
const lockoutSeconds = 86_400;

const maxFactorAttempts = 10;
const factorSeconds = 3_600;

/** Limits without a session, per address block: the same as for one session. */
const anonymousLimits: Partial<Record<RateClass, { points: number; duration: number }>> = {
  general: { points: 600, duration: 60 },
  upload: { points: 600, duration: 60 },
  frames: { points: 600, duration: 60 },
};

/** Limits per address block, `duration` in seconds (security 2.4: sign-in 30 in 5 minutes; sign-up, forgotten passwords
 * and support messages 5 per hour). */
const addressLimits: Partial<Record<RateClass, { points: number; duration: number }>> = {
  login: { points: 30, duration: 300 },
  signup: { points: 5, duration: 3_600 },
  recovery: { points: 5, duration: 3_600 },
  message: { points: 5, duration: 3_600 },
  consent: { points: 120, duration: 300 },
};

/** Opens the throttle. Counts attempts in the table `throttles`, other traffic in `counts`. */
export function openThrottle(statements: ScopedStatements, counts: SharedCounts): Throttle {
  const createLimiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: statements,
      storeType: 'client',
      tableName: 'throttles',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
    });
  const sessions = counts.limit('session', 600, 60);
  const frames = counts.limit('session frames', 6_000, 60);
  const failures = createLimiter('failure', maxFailuresInRow, lockoutSeconds);
  const unknownDeviceFailures = createLimiter('strangers', maxFailuresInRow, lockoutSeconds);
  const delays = createLimiter('delay', 1, maxDelaySeconds);
  const factors = createLimiter('factor', maxFactorAttempts, factorSeconds);
  const addresses = new Map(
    Object.entries(addressLimits).map(([rate, { points, duration }]) => [rate, createLimiter(rate, points, duration)]),
  );
  const anonymous = new Map(
    Object.entries(anonymousLimits).map(([rate, { points, duration }]) => [rate, counts.limit(rate, points, duration)]),
  );

  return {
    async checkAddress(rate, block) {
      if (block === null) return;
      const limiter = addresses.get(rate);
      if (limiter) await translateErrors(limiter.consume(block));
      else checkLimit(anonymous.get(rate)?.consume(block));
    },
    async refundAddress(rate, block) {
      if (block !== null) anonymous.get(rate)?.refund(block);
    },
    async checkSession(sessionId, kind = 'general') {
      checkLimit((kind === 'frames' ? frames : sessions).consume(sessionId));
    },
    async attemptSignIn(attempt) {
      const { account } = attempt;
      const bucket = bucketOf(attempt);
      if ('block' in attempt.by) await translateErrors(unknownDeviceFailures.consume(account));
      try {
        const { consumedPoints } = await translateErrors(failures.consume(bucket));
        if (consumedPoints < freeSignIns) return;
        const customDuration = Math.min(maxDelaySeconds, 2 ** (consumedPoints - freeSignIns));
        await translateErrors(delays.consume(bucket, 1, { customDuration })).catch(async (fault) => {
          await translateErrors(failures.reward(bucket, 1));
          throw fault;
        });
      } catch (fault) {
        // A rejected attempt does not count.
        if ('block' in attempt.by) await translateErrors(unknownDeviceFailures.reward(account, 1));
        throw fault;
      }
    },
    async resetSignIn(attempt) {
      const bucket = bucketOf(attempt);
      const keys = [failures.getKey(bucket), delays.getKey(bucket)];
      await translateErrors(statements.query('DELETE FROM throttles WHERE key = ANY ($1)', [keys]));
      if ('known' in attempt.by) return;
      const strangers = unknownDeviceFailures.getKey(attempt.account);
      await translateErrors(
        statements.query('UPDATE throttles SET points = points - 1 WHERE key = $1 AND points > 0', [strangers]),
      );
    },
    async attemptFactor(userId) {
      await translateErrors(factors.consume(userId));
    },
    async resetFactor(userId) {
      await translateErrors(factors.delete(userId));
    },
  };
}

function bucketOf({ account, by }: SignInAttempt): string {
  return 'known' in by ? `${account} known ${by.known}` : `${account} in ${by.block}`;
}

/** Returns the limiter's result. Throws `rate_limited` for its rejection and `unavailable` without the database. */
async function translateErrors<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw error instanceof RateLimiterRes ? toRateLimitFault(error.msBeforeNext) : toUnavailableFault(error);
  }
}

/** Throws `rate_limited` with the time of the next allowed request if a limit is exceeded. */
function checkLimit(msBeforeNext: number | null | undefined): void {
  if (msBeforeNext != null) throw toRateLimitFault(msBeforeNext);
}

function toRateLimitFault(ms: number): Fault {
  return new Fault('rate_limited', { retryAfterSeconds: ms / 1000 });
}
