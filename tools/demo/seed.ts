import { type House, type HouseParts, openHouse } from '@medcloud/server/src/app/house.ts';
import { openPasswords } from '@medcloud/server/src/domain/accounts/password.ts';
import { purgeLapsed } from '@medcloud/server/src/domain/portal/purge-lapsed.ts';
import { sweepSystemLog } from '@medcloud/server/src/domain/system-log/sweep-events.ts';
import type { Config } from '@medcloud/server/src/platform/config/config.ts';
import { openLog } from '@medcloud/server/src/platform/log/log.ts';
import { Outbox } from '@medcloud/server/test/harness/outbox.ts';
import { Calendar } from './calendar.ts';
import { centers } from './cast/centers.ts';
import { Pictures } from './exams/pictures.ts';
import { knownPasswords } from './known-passwords.ts';
import { MovingClock } from './moving-clock.ts';
import { playYear } from './play.ts';
import type { Size } from './size.ts';
import type { Stage } from './stage.ts';

export interface Seeding {
  readonly config: Config;
  /** Where its database is: a cluster of the caller's. */
  readonly connection: NonNullable<HouseParts['connection']>;
  /** Everybody's. */
  readonly password: string;
  readonly size: Size;
  readonly now: Date;
  readonly passwords?: Parameters<typeof knownPasswords>[0];
  progress(done: number, all: number, moment: Date): void;
}

/**
 * Opens a portal whose clock stands a year back, and plays on it what the demonstration shows, over HTTP and with the
 * portal's own functions: each row, file, message and trace is as the product makes it.
 */
export async function seed(seeding: Seeding): Promise<void> {
  const { config, password, size, now } = seeding;
  const calendar = new Calendar(now, config.timeZone);
  const clock = new MovingClock(calendar.at(Math.max(...centers.map((each) => each.createdDaysAgo)), 9.5));
  const pictures = new Pictures(size);
  const open = portalOf(seeding, clock);
  let house = await open();
  const stage: Stage = {
    get origin() {
      return house.origin;
    },
    get portal() {
      return house.portal;
    },
    restart: async () => {
      await house.close();
      house = await open();
    },
    ...{ config, clock, calendar, pictures, size, password },
    outbox: new Outbox(config, clock),
  };
  try {
    await playYear(stage, seeding.progress);
    // what the portal does every day, and had no day for
    await sweepSystemLog(house.portal);
    await purgeLapsed(house.portal);
  } finally {
    await house.close();
    await pictures.close();
  }
}

function portalOf({ config, connection, password, passwords }: Seeding, clock: MovingClock): () => Promise<House> {
  const known = knownPasswords(passwords ?? openPasswords());
  // any port: nobody but the players asks this portal. The links in its messages are those of the one that follows
  // Frames that travel smaller are of no use on one machine, and making them would take longer than the year.
  const settings = { ...config, port: 0, adminPassword: password, frameCacheShare: 0 };
  const jobs = {
    healthEveryMs: null,
    sweepEveryMs: 3_600_000,
    sweepOlderThanMs: 86_400_000,
    prepareExams: true,
    sealEveryMs: 1_000,
    tellCountsEveryMs: null,
  };
  const parts = { clock, connection, testDatabase: true, passwords: known, pages: false, jobs };
  return () => openHouse(settings, { ...parts, logger: openLog('silent') });
}
