import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { portalCause } from '../../src/domain/billing/cause.ts';
import { findPrice } from '../../src/domain/billing/dues/reads.ts';
import { receivePayment } from '../../src/domain/billing/payments/receive-payment.ts';
import { startInvoicedPeriod } from '../../src/domain/billing/subscriptions/start-invoiced-period.ts';
import { startTrial } from '../../src/domain/billing/subscriptions/start-trial.ts';
import { lockSubscription } from '../../src/domain/billing/subscriptions/store.ts';
import { today } from '../../src/domain/core/context.ts';
import { newId } from '../../src/platform/ids/ids.ts';
import type { TestApp } from '../harness/start-test-app.ts';

/**
 * Adds doctors whose first invoice was issued today, or whose free trial begins, without their sign-up. Returns their
 * users' ids.
 */
export async function addBilledDoctors(
  { app, superuser }: Pick<TestApp, 'app' | 'superuser'>,
  count: number,
  plan: 'yearly' | 'monthly',
  trialDays = 0,
): Promise<string[]> {
  const { clock, random } = app.context;
  const ids = Array.from({ length: count }, () => newId(clock, random));
  await superuser.query(
    `INSERT INTO users (id, email, password_hash, role, language)
     SELECT id, 'billed-' || id || '@example.gr', 'none', 'doctor', 'el' FROM unnest($1::uuid[]) AS id`,
    [ids],
  );
  await superuser.query(
    `INSERT INTO doctors (id, user_id, first_name, last_name, license_number, specialization, state, plan, first_approved_at, name_key)
     SELECT id, id, 'Ελένη', 'Σταυρίδου', id::text, 'Radiology', 'verified', $2, now(), 'eleni|stavridou' FROM unnest($1::uuid[]) AS id`,
    [ids, plan],
  );
  await superuser.query(
    `INSERT INTO billing_parties (user_id, kind, legal_name, country, language)
     SELECT id, 'person', 'Ελένη Σταυρίδου', 'GR', 'el' FROM unnest($1::uuid[]) AS id`,
    [ids],
  );
  for (const userId of ids)
    await app.context.db.within(systemScope('billing'), async (tx) => {
      await lockSubscription(tx, userId);
      const from = today(app.context);
      const price = await findPrice(tx, `doctor.${plan}`, from);
      if (price === null) throw new Error('The plan has no price.');
      if (trialDays > 0) await startTrial(app.context, tx, portalCause, { userId, price, from, days: trialDays });
      else await startInvoicedPeriod(app.context, tx, portalCause, { userId, price, from });
    });
  return ids;
}

/** Records a transfer with the reference of an account's latest due. */
export async function payLatestDue({ app, superuser }: Pick<TestApp, 'app' | 'superuser'>, userId: string) {
  const { rows } = await superuser.query<{ id: string; cents: number }>(
    'SELECT id, gross_cents AS cents FROM dues WHERE user_id = $1 ORDER BY from_day DESC, id DESC LIMIT 1',
    [userId],
  );
  const [due] = rows;
  if (due === undefined) throw new Error('Nothing is due.');
  await app.context.db.within(systemScope('billing'), (tx) =>
    receivePayment(app.context, tx, portalCause, {
      ...{ driver: 'bank', userId, dueId: due.id, cents: due.cents, receivedOn: today(app.context) },
    }),
  );
}
