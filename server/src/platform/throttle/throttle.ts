import { Fault } from '@medcloud/contract/faults';
import type { RateClass } from '@medcloud/contract/route';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { unavailableOr } from '../db/database.ts';
import type { SharedCounts } from '../db/shared-counts.ts';

/**
 * How often one caller may ask, over all nodes. Attempts are counted in the database one by one, and fail with `unavailable` while it
 * cannot be reached; plain traffic in memory, and told to the other nodes each second (`shared-counts.ts`).
 */
export interface Throttle {
  /** Counts a request of a class from an address block (null: loopback in evaluation, never counted). Fails with `rate_limited`. */
  byAddress(rate: RateClass, block: string | null): Promise<void>;
  /** Takes a request off its address block again: it has a session, and is counted there. So colleagues do not share a limit. */
  knownAfterAll(rate: RateClass, block: string | null): Promise<void>;
  /** Counts a request of a session: 600 a minute, 6,000 of DICOMweb's frames (security 2.4). Fails with `rate_limited`. */
  bySession(sessionId: string, kind?: 'general' | 'frames'): Promise<void>;
  /**
   * Takes one attempt at an account's password before it is compared, so that guesses at once cannot exceed their number:
   * five are free, then 1, 2, 4 ... 60 s must pass between two, counted by known device or by strangers' address block.
   * After 100 in a row, of one device or of all strangers, there is none for a day. Fails with `rate_limited`.
   */
  attemptSignIn(attempt: SignInAttempt): Promise<void>;
  /** Forgets the failures of whoever signed in, and those of strangers. */
  succeededSignIn(attempt: SignInAttempt): Promise<void>;
}

/** An attempt at an account's password, whether there is such an account or not. */
export interface SignInAttempt {
  account: string;
  /** Who tries: a browser or session that has had the password before, or anybody in an address block. */
  by: { known: string } | { block: string };
}

const freeSignIns = 5;
const longestDelaySeconds = 60;
// NIST SP 800-63B 3.2.2: at most 100 in a row. Then a day's wait, or a new password by a mailed link.
const mostInARow = 100;
const inARowSeconds = 86_400;

/** Of nobody known, per address block: as many as a session has. */
const strangerLimits: Partial<Record<RateClass, { points: number; duration: number }>> = {
  general: { points: 600, duration: 60 },
  upload: { points: 600, duration: 60 },
  frames: { points: 600, duration: 60 },
};

/** Per address block: points in seconds (security 2.4: sign-in 30 in 5 minutes; sign-up, forgotten passwords and support
 * messages 5 an hour). */
const addressLimits: Partial<Record<RateClass, { points: number; duration: number }>> = {
  login: { points: 30, duration: 300 },
  signup: { points: 5, duration: 3_600 },
  recovery: { points: 5, duration: 3_600 },
  message: { points: 5, duration: 3_600 },
  consent: { points: 120, duration: 300 },
};

/** The throttle of a portal: attempts counted by the limiter in the table `throttles` of `pool`, plain traffic in `counts`. */
export function openThrottle(pool: pg.Pool, counts: SharedCounts): Throttle {
  const shared = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'throttles',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
    });
  const sessions = counts.limit('session', 600, 60);
  const frames = counts.limit('session frames', 6_000, 60);
  const failures = shared('failure', mostInARow, inARowSeconds);
  const byStrangers = shared('strangers', mostInARow, inARowSeconds);
  const delays = shared('delay', 1, longestDelaySeconds);
  const addresses = new Map(
    Object.entries(addressLimits).map(([rate, { points, duration }]) => [rate, shared(rate, points, duration)]),
  );
  const strangers = new Map(
    Object.entries(strangerLimits).map(([rate, { points, duration }]) => [rate, counts.limit(rate, points, duration)]),
  );

  return {
    async byAddress(rate, block) {
      if (block === null) return;
      const limiter = addresses.get(rate);
      if (limiter) await counted(limiter.consume(block));
      else within(strangers.get(rate)?.take(block));
    },
    async knownAfterAll(rate, block) {
      if (block !== null) strangers.get(rate)?.giveBack(block);
    },
    async bySession(sessionId, kind = 'general') {
      within((kind === 'frames' ? frames : sessions).take(sessionId));
    },
    async attemptSignIn(attempt) {
      const { account } = attempt;
      const bucket = bucketOf(attempt);
      if ('block' in attempt.by) await counted(byStrangers.consume(account));
      try {
        const { consumedPoints } = await counted(failures.consume(bucket));
        if (consumedPoints < freeSignIns) return;
        const customDuration = Math.min(longestDelaySeconds, 2 ** (consumedPoints - freeSignIns));
        await counted(delays.consume(bucket, 1, { customDuration })).catch(async (refusal) => {
          await counted(failures.reward(bucket, 1));
          throw refusal;
        });
      } catch (refusal) {
        // an attempt that was not made counts nowhere
        if ('block' in attempt.by) await counted(byStrangers.reward(account, 1));
        throw refusal;
      }
    },
    async succeededSignIn(attempt) {
      await counted(failures.delete(bucketOf(attempt)));
      await counted(delays.delete(bucketOf(attempt)));
      await counted(byStrangers.delete(attempt.account));
    },
  };
}

function bucketOf({ account, by }: SignInAttempt): string {
  return 'known' in by ? `${account} known ${by.known}` : `${account} in ${by.block}`;
}

/** What the limiter answers; its refusal and the database's absence as faults. */
async function counted<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof RateLimiterRes ? limited(error.msBeforeNext) : unavailableOr(error);
  }
}

/** Whoever is past a limit is told when they may ask again. */
function within(msBeforeNext: number | null | undefined): void {
  if (msBeforeNext != null) throw limited(msBeforeNext);
}

function limited(ms: number): Fault {
  return new Fault('rate_limited', { retryAfterSeconds: ms / 1000 });
}
