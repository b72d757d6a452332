import { formatDay } from '@medcloud/contract/format-day';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../../src/domain/authorization/authorize.ts';
import { portalCause } from '../../../src/domain/billing/cause.ts';
import { runDunning } from '../../../src/domain/billing/dunning/run-dunning.ts';
import { takeCommonSteps } from '../../../src/domain/billing/dunning/take-common-steps.ts';
import { receivePayment } from '../../../src/domain/billing/payments/receive-payment.ts';
import { endOfPeriod, renewalDay } from '../../../src/domain/billing/subscriptions/subscription-period.ts';
import { startOfDay } from '../../../src/platform/time/days.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { addBilledDoctors, payLatestDue } from '../billed-doctors.ts';

const zone = 'Europe/Athens';

describe('the renewals of several accounts on one day', () => {
  let testApp: TestApp;
  beforeEach(async () => {
    testApp = await startTestApp();
    testApp.clock.freeze();
  });
  afterEach(() => testApp.close());

  const today = () => formatDay(zone, testApp.clock.now());
  const run = () => runDunning(testApp.app.context);
  /** Adds doctors who paid their first quarter, and moves to ten o'clock of the day on which the next is asked for. */
  const addRenewing = async (count: number) => {
    const userIds = await addBilledDoctors(testApp, count, 'monthly');
    for (const userId of userIds) await payLatestDue(testApp, userId);
    const day = renewalDay(endOfPeriod(today(), 3));
    testApp.clock.advance(startOfDay(zone, day).getTime() + 10 * 3_600_000 - testApp.clock.now().getTime());
    return userIds;
  };
  const addMoney = (userId: string, cents: number) =>
    testApp.app.context.db.within(systemScope('billing'), (tx) =>
      receivePayment(testApp.app.context, tx, portalCause, { driver: 'bank', userId, cents, receivedOn: today() }),
    );
  const describeAccount = async (userId: string) => {
    const { rows } = await testApp.superuser.query(
      `SELECT array_agg(d.state) AS dues, (SELECT count(*)::int FROM dunning_steps t WHERE t.due_id = ANY (array_agg(d.id))) AS mails,
         (SELECT count(*)::int FROM audit_events e WHERE e.details ->> 'user' = $1::text AND event = 'dunning_sent') AS recorded
       FROM dues d WHERE d.user_id = $1::uuid AND d.kind = 'renewal'`,
      [userId],
    );
    return rows[0];
  };
  const countMails = async () => {
    const { rows } = await testApp.superuser.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM outbox_messages WHERE kind = 'payment-reminder'`,
    );
    return rows[0]?.count ?? 0;
  };
  const asked = { dues: ['open'], mails: 1, recorded: 1 };
  const notAsked = { dues: null, mails: 0, recorded: 0 };

  it('are asked for and mailed together, but for accounts that have money', async () => {
    const [rich = '', poor = '', ...others] = await addRenewing(5);
    const before = await countMails();
    await addMoney(rich, 14_997);
    await addMoney(poor, 1);
    const at = { day: today(), hour: 10 };
    const left = await takeCommonSteps(testApp.app.context, [rich, poor, ...others], at);
    expect(left.toSorted()).toEqual([rich, poor].toSorted());
    expect(await takeCommonSteps(testApp.app.context, others, at)).toEqual([]);
    for (const userId of others) expect(await describeAccount(userId)).toEqual(asked);
    await run();
    expect(await describeAccount(rich)).toEqual({ dues: ['paid'], mails: 0, recorded: 0 });
    for (const userId of [poor, ...others]) expect(await describeAccount(userId)).toEqual(asked);
    expect(await countMails()).toBe(before + 4);
  });

  it('are asked for once by two nodes, also if one account fails', async () => {
    const [failing = '', ...others] = await addRenewing(4);
    const before = await countMails();
    await testApp.superuser.query(`ALTER TABLE dues ADD CONSTRAINT refused CHECK (user_id <> '${failing}') NOT VALID`);
    const runs = await Promise.allSettled([run(), run()]);
    for (const each of runs) {
      expect(each.status).toBe('rejected');
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ errors: [{ constraint: 'refused' }] });
    }
    expect(await describeAccount(failing)).toEqual(notAsked);
    for (const userId of others) expect(await describeAccount(userId)).toEqual(asked);
    await testApp.superuser.query('ALTER TABLE dues DROP CONSTRAINT refused');
    await run();
    for (const userId of [failing, ...others]) expect(await describeAccount(userId)).toEqual(asked);
    expect(await countMails()).toBe(before + 4);
  });
});
