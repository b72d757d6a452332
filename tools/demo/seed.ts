import { type App, createApp } from '@medcloud/server/src/app/create-app.ts';
import { createPasswordHasher } from '@medcloud/server/src/domain/accounts/passwords/password-hasher.ts';
import { purgeExpired } from '@medcloud/server/src/domain/core/purge-expired.ts';
import { purgeSystemLog } from '@medcloud/server/src/domain/system-log/purge-system-log.ts';
import { parsePaymentsUrl } from '@medcloud/server/src/platform/config/billing/payments-url.ts';
import type { Config } from '@medcloud/server/src/platform/config/config.ts';
import type { DatabaseLogins } from '@medcloud/server/src/platform/db/logins.ts';
import { openLog } from '@medcloud/server/src/platform/log/log.ts';
import { Outbox } from '@medcloud/server/test/harness/outbox.ts';
import type pg from 'pg';
import { Calendar } from './calendar.ts';
import { createPasswordCache } from './create-password-cache.ts';
import { ExamImages } from './exams/exam-images.ts';
import { MovingClock } from './moving-clock.ts';
import { centers } from './people/centers.ts';
import { runSeedSteps } from './run-seed-steps.ts';
import type { SeedContext } from './seed-context.ts';
import type { Size } from './size.ts';

export interface SeedOptions {
  readonly config: Config;
  /** Logins to a database in the caller's cluster. */
  readonly logins: DatabaseLogins;
  /** Reads past every policy what the steps wait for. */
  readonly superuser: pg.Pool;
  /** Password of all accounts. */
  readonly password: string;
  readonly size: Size;
  readonly now: Date;
  readonly passwords?: Parameters<typeof createPasswordCache>[0];
  progress(done: number, all: number, moment: Date): void;
}

/**
 * Starts a portal with its clock a year back, and runs the demonstration's seed steps over HTTP. So each row, file,
 * message and audit event is created by the product itself.
 */
export async function seed(options: SeedOptions): Promise<void> {
  const { config, superuser, password, size, now } = options;
  const calendar = new Calendar(now, config.timeZone);
  const clock = new MovingClock(calendar.at(Math.max(...centers.map((each) => each.createdDaysAgo)), 9.5));
  const images = new ExamImages(size);
  const startApp = createAppFactory(options, clock);
  let app = await startApp();
  const seedContext: SeedContext = {
    get origin() {
      return app.origin;
    },
    get context() {
      return app.context;
    },
    restart: async (settings) => {
      await app.close();
      app = await startApp(settings);
    },
    ...{ config, superuser, clock, calendar, images, size, password },
    outbox: new Outbox(config, clock),
  };
  try {
    await runSeedSteps(seedContext, options.progress);
    // Run the daily purges, which did not run during seeding.
    await purgeSystemLog(app.context);
    await purgeExpired(app.context);
  } finally {
    await app.close();
    await images.close();
  }
}

function createAppFactory(
  { config, logins, password, passwords }: SeedOptions,
  clock: MovingClock,
): (further?: { PAYMENTS_URL: string }) => Promise<App> {
  const knownHashes = createPasswordCache(passwords ?? createPasswordHasher());
  // Any port: only seed steps use this portal. The links in its messages are those of the portal that starts
  // afterwards. No frame cache: compressed frames are useless on one machine, and their creation takes longer than the
  // other steps.
  const settings = { ...config, port: 0, adminPassword: password, frameCacheShare: 0 };
  const jobs = {
    healthEveryMs: null,
    cleanupEveryMs: 3_600_000,
    orphanMinAgeMs: 86_400_000,
    shouldIndexExams: true,
    shouldWarmUpWorkers: false,
    scanEveryMs: 3_600_000,
    chainEveryMs: 1_000,
    alarmsEveryMs: null,
    publishCountsEveryMs: null,
    notificationsEveryMs: null,
    billingEveryMs: null, // the steps of billing do it each day
    fiscalEveryMs: null,
  };
  const overrides = { clock, logins, isTestDatabase: true, passwords: knownHashes, hasPages: false, jobs };
  return (further) => {
    const payments = parsePaymentsUrl(further?.PAYMENTS_URL, 'evaluation');
    return createApp({ ...settings, payments }, { ...overrides, logger: openLog('silent') });
  };
}
