/** `npm run demo`: the portal in `./data-demo`, only on this machine, with a year of two centers' data. */
import { randomInt } from 'node:crypto';
import { join, resolve } from 'node:path';
import { runApp } from '@medcloud/server/src/app/run-app.ts';
import { type Config, readConfig } from '@medcloud/server/src/platform/config/config.ts';
import { openEmbeddedLogins } from '@medcloud/server/src/platform/db/embedded/embedded-logins.ts';
import { startEmbedded } from '@medcloud/server/src/platform/db/embedded/start-embedded.ts';
import type { DatabaseLogins } from '@medcloud/server/src/platform/db/logins.ts';
import { systemRandom } from '@medcloud/server/src/platform/ids/random.ts';
import { openSuperuserPool } from '@medcloud/server/test/harness/scoped-database.ts';
import { createEnvironment } from './environment.ts';
import { clearFolder, type Mark, readMark, writeMark } from './folder.ts';
import { centers } from './people/centers.ts';
import { demoDoctorEmail } from './people/doctors.ts';
import { seed } from './seed.ts';
import { fullSize, type Size, smallSize } from './size.ts';

const seedTimeoutMs = 600_000;
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Creates a password of four groups of four letters and digits that are not easily confused: 79 bits. */
function createPassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

async function runDemonstration(words: readonly string[]): Promise<void> {
  const folder = resolve('data-demo');
  const config = readConfig(createEnvironment(process.env, folder));
  const password = await prepareFolder(config, words.includes('--small') ? smallSize : fullSize);
  await runApp(config);
  process.stdout.write(`${formatLogins(config, password).join('\n')}\n\n`);
}

/** Seeds the folder unless it is ready. Returns the password of all accounts. */
async function prepareFolder(config: Config, size: Size): Promise<string> {
  const mark = await readMark(config.dataDir);
  if (mark?.state === 'ready') return mark.password;
  const password = createPassword();
  await seedFolder(config, size, { state: 'seeding', password }, mark !== null);
  await writeMark(config.dataDir, { state: 'ready', password });
  return password;
}

async function seedFolder(config: Config, size: Size, mark: Mark, isStarted: boolean): Promise<void> {
  const database = () =>
    startEmbedded({
      dataFolder: join(config.dataDir, 'postgres'),
      hasWatchdog: true,
      isExclusive: true,
      // Data lost in a crash is seeded again. The portal that starts afterwards syncs each commit.
      settings: { synchronous_commit: 'off', 'medcloud.search_limit': `${seedTimeoutMs}ms` },
    });
  if (isStarted) {
    // Fails while another start is seeding, and stops a server left by a killed start.
    await (await database()).stop();
    await clearFolder(config.dataDir);
  }
  await writeMark(config.dataDir, mark);
  const startedAt = performance.now();
  process.stdout.write('\nMaking the demonstration: a year of two centers’ work, once.\n');
  const cluster = await database();
  const { connection } = cluster;
  const superuser = openSuperuserPool(connection, 1);
  try {
    const { password } = mark;
    const logins = withSeedTimeouts(
      await openEmbeddedLogins(join(config.dataDir, 'postgres'), connection, systemRandom),
    );
    await seed({ config, logins, superuser, password, size, now: new Date(), progress: createProgressReporter() });
  } finally {
    await superuser.end();
    await cluster.stop();
  }
  process.stdout.write(`  done in ${Math.round((performance.now() - startedAt) / 1_000)} s\n`);
}

/** Returns logins whose connections and statements may take as long as a busy machine needs: nobody waits for them. */
function withSeedTimeouts({ owner, app, backup }: DatabaseLogins): DatabaseLogins {
  const timeouts = {
    connectionTimeoutMillis: seedTimeoutMs,
    statement_timeout: seedTimeoutMs,
    idle_in_transaction_session_timeout: seedTimeoutMs,
  };
  return { owner: { ...owner, ...timeouts }, app: { ...app, ...timeouts }, backup };
}

/** Creates a progress reporter that prints one line per seeded month. */
function createProgressReporter(): (done: number, all: number, moment: Date) => void {
  let last = '';
  return (done, all, moment) => {
    const month = moment.toISOString().slice(0, 7);
    if (month !== last) process.stdout.write(`  ${month}  ${String(Math.round((100 * done) / all)).padStart(3)} %\n`);
    last = month;
  };
}

function formatLogins({ publicUrl, adminEmail }: Config, password: string): string[] {
  const { origin } = publicUrl;
  return [
    'The demonstration. One password for all:',
    `  password        ${password}`,
    ...centers.map(({ centerId }) => `  medical center  ${origin}/auth/medical-center/login  ${centerId}`),
    `  doctor          ${origin}/auth/doctor/login  ${demoDoctorEmail}`,
    `  administrator   ${origin}/auth/admin/login  ${adminEmail}`,
  ];
}

runDemonstration(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(
    `\nThe demonstration did not start.\n${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
