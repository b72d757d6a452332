import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { runDunning } from '@medcloud/server/src/domain/billing/dunning/run-dunning.ts';
import { addDays, startOfDay } from '@medcloud/server/src/platform/time/days.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { type StandaloneApp, startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { waitForJobs } from '@medcloud/server/test/harness/wait-for-jobs.ts';
import { fillRenewals } from './billing/fill-renewals.ts';
import { p95, RequestLoad } from './load/request-load.ts';

/*
 * Claim: 5,000 accounts whose renewals are asked for on one morning get their requests and mails within a minute, and the
 * p95 of a doctor's dashboard is at most doubled meanwhile. The dashboard is read at a fixed rate, before and during it.
 */

const accounts = 5_000;
const quietMs = 30_000;
const readsPerSecond = 8; // below the limit of requests of one session
const limits = { seconds: 60, ratio: 2 };
const zone = 'Europe/Athens';

/** Prints how long the renewals take, and the p95 of the dashboard before and meanwhile. */
export async function run(): Promise<void> {
  const { testApp, close } = await startStandaloneApp({ overrides: { hasPages: false } });
  const reads = new RequestLoad();
  try {
    const day = moveToMorning(testApp);
    const clients = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
    const { client } = await createDoctor(clients, await signInAdmin(testApp), 'reader');
    await fillRenewals(testApp.superuser, accounts, day);
    const read = {
      url: testApp.origin + routes.doctor.dashboard.path,
      headers: { authorization: `Bearer ${client.sessionId}` },
      status: 200,
      perSecond: readsPerSecond,
    };
    await reads.during(read, () => wait(quietMs / 3)); // warms caches and the compiler
    const before = await reads.during(read, () => wait(quietMs));
    const startedAt = performance.now();
    const meanwhile = await reads.during(read, async () => {
      await runDunning(testApp.app.context);
      await waitForJobs(testApp);
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    const { rows } = await testApp.superuser.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM dunning_steps WHERE step = 'request' AND sent_on = $1`,
      [day],
    );
    console.log(
      `${rows[0]?.count} of ${accounts} accounts were asked, with their mails: ${verdict(seconds, limits.seconds, 's')}`,
    );
    console.log(`dashboard: p95 ${p95(before).toFixed(1)} ms before, ${p95(meanwhile).toFixed(1)} ms meanwhile`);
    console.log(`dashboard: ${verdict(p95(meanwhile) / p95(before), limits.ratio, 'times')}`);
  } finally {
    await reads.close();
    await close();
  }
}

/** Moves the portal's clock to ten o'clock tomorrow, when mails leave. Returns the day. */
function moveToMorning({ clock }: StandaloneApp): string {
  const day = addDays(formatDay(zone, clock.now()), 1);
  clock.advance(startOfDay(zone, day).getTime() + 10 * 3_600_000 - clock.now().getTime());
  return day;
}

const verdict = (value: number, limit: number, unit: string) =>
  `${value.toFixed(2)} ${unit} (${limit} allowed: ${value <= limit ? 'kept' : 'EXCEEDED'})`;

if (import.meta.main) await run();
