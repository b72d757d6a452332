import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import type { UndecidedPayment } from '@medcloud/contract/shapes/billing/undecided';
import { signInAdmin } from '../../harness/fixtures.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import { openCardFaults } from './open-card-faults.ts';

const paths = { record: routes.billingUndecided.recordUndecided, sendBack: routes.billingUndecided.sendBackUndecided };

/** A portal with a provider, and what an administrator does there about payments that are not what was asked. */
export async function startCardDecisions() {
  const portal = await openCardFaults();
  const { testApp, stripe, acts, addDoctor } = portal;
  let admin = await signInAdmin(testApp);
  const account = (userId: string) => admin.call(routes.billingAdmin.accountDetails, { params: { userId } });
  return {
    ...portal,
    admin: () => admin,
    reset: async () => {
      await portal.reset();
      admin = await signInAdmin(testApp);
    },
    /** A doctor whose card paid something else than the first year. */
    addUndecided: async (amount: { cents?: number; currency?: string }) => {
      const doctor = await addDoctor();
      const session = stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)), amount);
      await acts.return(doctor);
      return { ...doctor, session };
    },
    addPayingByCard: portal.addPaying,
    addPaying: async () => (await portal.addPaying()).doctor,
    list: async ({ userId }: { userId: string }): Promise<UndecidedPayment[]> => (await account(userId)).undecided,
    nextStepOf: async ({ userId }: { userId: string }) => (await account(userId)).nextStep?.step,
    /** Decides, and waits for what follows. Returns the status. */
    decide: async (payment: UndecidedPayment | undefined, choice: keyof typeof paths, key: string = randomUUID()) => {
      const path = paths[choice].path.replace('{id}', payment?.id ?? '');
      const { status } = await admin.json(
        'POST',
        path,
        { reason: 'Agreed by phone' },
        { headers: { 'idempotency-key': key } },
      );
      await waitForJobs(testApp);
      return status;
    },
    hasAlarm: async () =>
      (await acts.select(`SELECT FROM alarms WHERE kind = 'payment_undecided' AND seen_at IS NULL`)).length > 0,
    entriesOf: async ({ userId }: { userId: string }) =>
      await acts.select('SELECT kind FROM ledger_entries WHERE user_id = $1', [userId]),
    auditOf: async (payment: UndecidedPayment | undefined) =>
      (
        await acts.select(`SELECT details FROM audit_events WHERE event = 'payment_decided' AND object_id = $1`, [
          payment?.id,
        ])
      ).map(({ details }) => details),
  };
}
