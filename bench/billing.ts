import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { storeMonths } from '@medcloud/server/src/domain/billing/figures/store-months.ts';
import { addDays } from '@medcloud/server/src/platform/time/days.ts';
import { signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { fillBilling } from './billing/fill.ts';

/*
 * Claim: the figures of 24 months of 20,000 centers, which paid eight quarters each, are read in at most a quarter of the time
 * that computing all months takes, since past months are stored; the running month is computed. Medians of complete HTTP
 * calls that take turns in one run. The list of accounts is measured beside it.
 */

const centers = 20_000;
const rounds = 9;
const maxRatio = 0.25;

/** Prints the medians with stored months and without, and their ratio. */
export async function run(): Promise<void> {
  const { testApp, close } = await startStandaloneApp({ overrides: { hasPages: false } });
  try {
    await fillBilling(testApp.superuser, centers);
    const admin = await signInAdmin(testApp);
    const today = formatDay('Europe/Athens', testApp.app.context.clock.now());
    const query = { from: addDays(today, -720), to: today };
    const read = () => admin.call(routes.billingAdmin.billingFigures, { query });
    const times = { computed: [] as number[], stored: [] as number[], accounts: [] as number[] };
    for (let round = -1; round < rounds; round += 1) {
      await testApp.superuser.query('DELETE FROM billing_months');
      const computed = await measureMs(read);
      await storeMonths(testApp.app.context);
      const stored = await measureMs(read);
      const accounts = await measureMs(() => admin.page(routes.billingAdmin.accounts, {}));
      if (round < 0) continue;
      times.computed.push(computed);
      times.stored.push(stored);
      times.accounts.push(accounts);
    }
    const [computed, stored, accounts] = [times.computed, times.stored, times.accounts].map(median);
    const ratio = (stored ?? Number.NaN) / (computed ?? Number.NaN);
    console.log(
      `billing: figures of ${centers} centers take ${stored?.toFixed(0)} ms with stored months, ${computed?.toFixed(0)} ms if all are computed: ${ratio.toFixed(3)}; at most ${maxRatio}`,
    );
    console.log(`billing: a page of accounts takes ${accounts?.toFixed(0)} ms`);
  } finally {
    await close();
  }
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

if (import.meta.main) await run();
