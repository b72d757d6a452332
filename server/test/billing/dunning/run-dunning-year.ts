import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../src/domain/authorization/authorize.ts';
import { portalCause } from '../../../src/domain/billing/cause.ts';
import { runDunning } from '../../../src/domain/billing/dunning/run-dunning.ts';
import { setAccess } from '../../../src/domain/billing/subscriptions/set-access.ts';
import { type SubscriptionAct, subscriptionTransitions } from '../../../src/domain/billing/subscriptions/states.ts';
import { endOfPeriod, isEffective } from '../../../src/domain/billing/subscriptions/subscription-period.ts';
import { addDays, startOfDay } from '../../../src/platform/time/days.ts';
import { signInAdmin } from '../../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { listStatePairs, listUnpairedActs } from '../../harness/state-pairs.ts';
import { addBilledDoctors, payLatestDue } from '../billed-doctors.ts';

const zone = 'Europe/Athens';

/** Tests dunning with as many accounts of each of five histories: five times as many in all. */
export function runDunningYear(perHistory: number): void {
  describe('a year of payments by bank transfer', () => {
    let testApp: TestApp;
    let first: string;
    beforeAll(async () => {
      testApp = await startTestApp();
      testApp.clock.freeze();
      first = today();
    });
    afterAll(() => testApp.close());

    const today = () => formatDay(zone, testApp.clock.now());
    const dayOf = (days: number) => addDays(first, days);
    const moveTo = (days: number, hour: number) =>
      testApp.clock.advance(startOfDay(zone, dayOf(days)).getTime() + hour * 3_600_000 - testApp.clock.now().getTime());
    const run = () => runDunning(testApp.app.context);
    const select = async (statement: string, values: unknown[] = []) =>
      (await testApp.superuser.query(statement, values)).rows;
    /** The state, mails by day since the first one, and whether the account has access. */
    const describeAccount = async (userId: string) => {
      const [user] = await select(
        `SELECT s.state, u.subscription_status AS status, u.subscription_start_date AS start, u.subscription_end_date AS "end"
       FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE u.id = $1`,
        [userId],
      );
      return { state: user.state, hasAccess: isEffective(user, today()), end: user.end };
    };
    /** The last day of access that an administrator sees. */
    const endedOn = async (userId = '') => {
      const admin = await signInAdmin(testApp);
      return (await admin.call(routes.billingAdmin.accountDetails, { params: { userId } })).endedOn;
    };
    const mailsOf = async (userId: string) =>
      (
        await select(
          `SELECT t.step, (t.sent_on - $2::date)::int AS day FROM dunning_steps t JOIN dues d ON d.id = t.due_id
         WHERE d.user_id = $1 ORDER BY t.sent_on, t.at`,
          [userId, first],
        )
      ).map(({ step, day }) => `${day} ${step}`);

    it('asks, reminds and ends access on its days, each once', async () => {
      const [never, late, renewing, lapsing, returning] = await Promise.all([
        ...(['yearly', 'monthly', 'monthly', 'monthly', 'monthly'] as const).map((plan) =>
          addBilledDoctors(testApp, perHistory, plan),
        ),
      ]);
      const groups = { never, late, renewing, lapsing, returning };
      const each = async (name: keyof typeof groups, act: (userId: string) => Promise<unknown>) => {
        for (const userId of groups[name] ?? []) await act(userId);
      };
      const pay = (userId: string) => payLatestDue(testApp, userId);
      const end = endOfPeriod(first, 3);
      const e = Math.round((Date.parse(end) - Date.parse(first)) / 86_400_000);
      const payments: Record<number, () => Promise<unknown>> = {
        5: async () => {
          await each('renewing', pay);
          await each('lapsing', pay);
          await each('returning', pay);
        },
        40: () => each('late', pay),
        [e + 10]: () => each('renewing', pay),
        [e + 30]: () => each('returning', pay),
      };
      for (let day = 0; day <= 366; day += 1) {
        moveTo(day, 10);
        await payments[day]?.();
        // on two nodes at once, and again
        if (day % 20 === 0) await Promise.all([run(), run()]);
        await run();
        if (day % 10 > 0) continue;
        for (const userId of [never?.[0], late?.[0], renewing?.[0]]) await expectAccess(userId ?? '', day);
      }
      for (const userId of never ?? []) {
        expect(await mailsOf(userId)).toEqual(['10 soon', '15 late', '21 last', '29 suspended', '89 ended']);
        expect(await describeAccount(userId)).toMatchObject({ state: 'ended', hasAccess: false });
        const [{ credited, owed }] = await select(
          `SELECT (SELECT sum(gross_cents) FROM invoices WHERE user_id = $1 AND kind = 'credit_note')::int AS credited,
          (SELECT sum(cents) FROM ledger_postings WHERE user_id = $1 AND account = 'receivable')::int AS owed`,
          [userId],
        );
        const days = Math.round((Date.parse(endOfPeriod(first, 12)) - Date.parse(first)) / 86_400_000) + 1;
        expect(credited).toBe(Math.round((48_000 * (days - 29)) / days));
        expect(owed).toBe(48_000 - credited);
      }
      const rest = (from: number) => [`${from - 21} request`, `${from - 7} soon`, `${from} due`, `${from + 7} last`];
      for (const userId of lapsing ?? []) {
        expect(await mailsOf(userId)).toEqual([...rest(e), `${e + 15} ended`]);
        expect(await describeAccount(userId)).toEqual({ state: 'ended', hasAccess: false, end: addDays(end, 14) });
        expect(await select(`SELECT state FROM dues WHERE user_id = $1 AND kind = 'renewal'`, [userId])).toEqual([
          { state: 'expired' },
        ]);
      }
      expect(await endedOn(never?.[0])).toBe(dayOf(28));
      expect(await endedOn(lapsing?.[0])).toBe(addDays(end, 14));
      for (const userId of late ?? []) {
        const mails = await mailsOf(userId);
        expect(mails.slice(0, 8)).toEqual(['10 soon', '15 late', '21 last', '29 suspended', ...rest(e)]);
      }
      for (const userId of renewing ?? []) {
        const [period] = await select(
          `SELECT from_day AS "from" FROM subscription_periods WHERE user_id = $1 AND kind = 'paid' AND cut_on IS NULL ORDER BY from_day DESC`,
          [userId],
        );
        expect(period.from).toBe(addDays(end, 1));
      }
      for (const userId of returning ?? []) {
        const [period] = await select(
          `SELECT from_day AS "from" FROM subscription_periods WHERE user_id = $1 AND kind = 'paid' AND cut_on IS NULL ORDER BY from_day DESC`,
          [userId],
        );
        expect(period.from).toBe(dayOf(e + 30));
      }
      expect(
        await select(`SELECT a.id FROM subscription_periods a JOIN subscription_periods b ON b.user_id = a.user_id AND b.id <> a.id
        AND a.cut_on IS NULL AND b.cut_on IS NULL AND a.from_day <= b.to_day AND b.from_day <= a.to_day`),
      ).toEqual([]);
    });

    it('sends only the latest reminder after a standstill, and suspends no account within a week of it', async () => {
      const start = Math.round((Date.parse(today()) - Date.parse(first)) / 86_400_000) + 1;
      moveTo(start, 10);
      const [userId = ''] = await addBilledDoctors(testApp, 1, 'yearly');
      const before = (await mailsOf(userId)).length;
      for (const days of [9, 19, 20, 24, 25, 26, 32, 33]) {
        moveTo(start + days, 10);
        await run();
      }
      expect((await mailsOf(userId)).slice(before)).toEqual(
        ['19 late', '25 last', '33 suspended'].map((text) => text.replace(/^\d+/, (days) => `${start + Number(days)}`)),
      );
      expect(await describeAccount(userId)).toMatchObject({ state: 'suspended', hasAccess: false });
      expect(await endedOn(userId)).toBe(dayOf(start + 32));
      await payLatestDue(testApp, userId);
      expect(await describeAccount(userId)).toMatchObject({ state: 'active', hasAccess: true });
      expect(await endedOn(userId)).toBeNull();
    });

    it('starts again on the day of payment where a request that expired is paid', async () => {
      const { rows } = await testApp.superuser.query<{ userId: string }>(
        `SELECT user_id AS "userId" FROM dues WHERE kind = 'renewal' AND state = 'expired' LIMIT 1`,
      );
      const userId = rows[0]?.userId ?? '';
      await payLatestDue(testApp, userId);
      expect(await describeAccount(userId)).toEqual({ state: 'active', hasAccess: true, end: endOfPeriod(today(), 3) });
    });

    it('asks for no renewal of a cancelled subscription, and withdraws a request', async () => {
      const [userId = ''] = await addBilledDoctors(testApp, 1, 'monthly');
      await payLatestDue(testApp, userId);
      const start = Math.round((Date.parse(today()) - Date.parse(first)) / 86_400_000);
      const end = start + Math.round((Date.parse(endOfPeriod(today(), 3)) - Date.parse(today())) / 86_400_000);
      moveTo(end - 20, 10);
      await run();
      await testApp.superuser.query('UPDATE subscriptions SET cancel_at_end = true WHERE user_id = $1', [userId]);
      for (const day of [end - 19, end, end + 1]) {
        moveTo(day, 10);
        await run();
      }
      const due = `SELECT state FROM dues WHERE user_id = $1 AND kind = 'renewal'`;
      expect(await select(due, [userId])).toEqual([{ state: 'withdrawn' }]);
      expect(await describeAccount(userId)).toEqual({ state: 'ended', hasAccess: false, end: dayOf(end) });
    });

    it('issues what waited for the operator, in order and once, when the facts are there', async () => {
      const { context } = testApp.app;
      const billing = { ...context.settings.billing, bank: null };
      const waiting = { ...testApp.app, context: { ...context, settings: { ...context.settings, billing } } };
      const userIds = await addBilledDoctors({ app: waiting, superuser: testApp.superuser }, 3, 'monthly');
      const documents = `SELECT i.user_id AS "userId", i.due_on AS "dueOn" FROM invoices i WHERE i.user_id = ANY($1) ORDER BY i.year, i.number`;
      const start = Math.round((Date.parse(today()) - Date.parse(first)) / 86_400_000);
      moveTo(start + 20, 10);
      await runDunning(waiting.context);
      expect(await select(documents, [userIds])).toEqual([]);
      expect(await describeAccount(userIds[0] ?? '')).toMatchObject({ state: 'active', hasAccess: true });
      await Promise.all([run(), run()]);
      await run();
      const dueOn = dayOf(start + 34);
      expect(await select(documents, [userIds])).toEqual(userIds.map((userId) => ({ userId, dueOn })));
      for (const userId of userIds) expect(await mailsOf(userId)).toEqual([]);
    });

    it('asks before a trial ends, and ends it without a payment or starts the paid period after it', async () => {
      const start = Math.round((Date.parse(today()) - Date.parse(first)) / 86_400_000) + 1;
      moveTo(start, 10);
      const [short = '', long = '', paying = '', cancelled = ''] = await Promise.all(
        [14, 30, 30, 14].map(async (days) => (await addBilledDoctors(testApp, 1, 'monthly', days))[0]),
      );
      await testApp.superuser.query('UPDATE subscriptions SET cancel_at_end = true WHERE user_id = $1', [cancelled]);
      for (let day = 0; day <= 31; day += 1) {
        moveTo(start + day, 10);
        await run();
        if (day === 12) await payLatestDue(testApp, paying);
        for (const userId of [short, long, cancelled]) {
          const { state, hasAccess } = await describeAccount(userId);
          expect({ day, state, hasAccess }).toEqual({ day, state, hasAccess: state === 'trialing' });
        }
      }
      const mails = async (userId: string) =>
        (await mailsOf(userId)).map((text) => text.replace(/^\d+/, (days) => `${Number(days) - start}`));
      expect(await mails(short)).toEqual(['0 request', '6 soon', '13 due', '14 ended']);
      expect(await mails(long)).toEqual(['8 request', '22 soon', '29 due', '30 ended']);
      expect(await mails(paying)).toEqual(['8 request']);
      expect(await mails(cancelled)).toEqual([]);
      const owed = `SELECT count(*)::int AS count FROM ledger_postings WHERE user_id = ANY($1) AND account = 'receivable'`;
      expect(await select(owed, [[short, long, cancelled]])).toEqual([{ count: 0 }]);
      const periods = `SELECT kind, from_day AS "from" FROM subscription_periods WHERE user_id = $1 AND cut_on IS NULL ORDER BY from_day`;
      expect(await select(periods, [paying])).toEqual([
        { kind: 'trial', from: dayOf(start) },
        { kind: 'paid', from: dayOf(start + 30) },
      ]);
      await payLatestDue(testApp, short);
      expect(await describeAccount(short)).toEqual({ state: 'active', hasAccess: true, end: endOfPeriod(today(), 3) });
    });

    describe('subscriptionTransitions', () => {
      const acts = Object.fromEntries(
        (['try', 'await', 'activate', 'set_grace', 'mark_late', 'suspend', 'end'] as const).map((act) => [act, act]),
      );

      it('names every act of set-access, and no other', () => {
        expect(listUnpairedActs(subscriptionTransitions, acts)).toEqual([]);
      });

      it('leads from each state by each act to the state of the table, in the database', async () => {
        const [userId = ''] = await addBilledDoctors(testApp, 1, 'yearly');
        const contract = { priceId: 'doctor.yearly.1', method: 'bank' as const, nextDueOn: null };
        const results: unknown[] = [];
        const pairs = listStatePairs(subscriptionTransitions, acts);
        for (const { from, name } of pairs) {
          if (from === 'none') await testApp.superuser.query('DELETE FROM subscriptions WHERE user_id = $1', [userId]);
          else
            await testApp.superuser.query(
              `INSERT INTO subscriptions (user_id, price_id, state, since, method) VALUES ($1, 'doctor.yearly.1', $2, $3, 'bank')
             ON CONFLICT (user_id) DO UPDATE SET state = excluded.state`,
              [userId, from, first],
            );
          const isChanged = await testApp.app.context.db.within(systemScope('billing'), (tx) =>
            setAccess(testApp.app.context, tx, portalCause, { userId, act: name as SubscriptionAct, contract }),
          );
          const [row] = await select('SELECT state FROM subscriptions WHERE user_id = $1', [userId]);
          results.push({ from, name, isListed: isChanged, targets: [row?.state ?? 'none'] });
        }
        expect(results).toEqual(pairs.map((pair) => ({ ...pair, targets: [...pair.targets] })));
      });
    });

    const expectAccess = async (userId: string, day: number) => {
      const { state, hasAccess } = await describeAccount(userId);
      expect({ day, state, hasAccess }).toEqual({ day, state, hasAccess: state === 'active' || state === 'past_due' });
    };
  });
}
