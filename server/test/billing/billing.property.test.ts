import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import { isFaultCode } from '@medcloud/contract/faults';
import { formatDay } from '@medcloud/contract/format-day';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { portalCause } from '../../src/domain/billing/cause.ts';
import { findPrice } from '../../src/domain/billing/dues/reads.ts';
import { findNextPrice } from '../../src/domain/billing/dunning/ask-for-renewal.ts';
import { runDunning } from '../../src/domain/billing/dunning/run-dunning.ts';
import { requestPayment } from '../../src/domain/billing/payments/request-payment.ts';
import { runPlanChanges } from '../../src/domain/billing/plan-change/run-plan-changes.ts';
import { replaceRequest } from '../../src/domain/billing/subscriptions/requests/replace-request.ts';
import { endOfPeriod } from '../../src/domain/billing/subscriptions/subscription-period.ts';
import { addDays } from '../../src/platform/time/days.ts';
import { formatLocalTime } from '../../src/platform/time/format-local-time.ts';
import type { Client } from '../harness/client.ts';
import { isDeep, seed } from '../harness/depth.ts';
import { type CenterFixture, createCenter, createDoctor, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { addUpExport } from './add-up-export.ts';
import { openBillingActs } from './administrator.ts';
import { openCardMoney } from './card-money.ts';
import { validateReports } from './schema/validate-report.ts';

const histories = Number(process.env.BILLING_HISTORIES ?? (isDeep ? 150 : 6));
const dayMs = 86_400_000;

/** An act with a number that chooses its amount, its invoice or its payment. */
const act = fc.tuple(
  fc.constantFrom(
    'pay',
    'pay',
    'pay',
    'undo',
    'credit',
    'reissue',
    'useCredit',
    'writeOff',
    'renew',
    'setDates',
    'addMonths',
    'charge',
    'wait',
    'wait',
    'cancel',
    'suspend',
    'payByCard',
    'dispute',
    'transferBack',
    'payDue',
    'choosePlan',
    'store',
  ),
  fc.nat({ max: 1_000 }),
);
type Act = [name: string, choice: number];

describe('the books after any history of acts', () => {
  let testApp: TestApp;
  let admin: Client;
  let acts: Awaited<ReturnType<typeof openBillingActs>>;
  let cards: ReturnType<typeof openCardMoney>;
  beforeAll(async () => {
    testApp = await startTestApp();
    await signIn();
    cards = openCardMoney(testApp);
  });
  afterAll(() => testApp.close());

  const today = () => formatDay('Europe/Athens', testApp.clock.now());
  /** Of an administrator, whose sessions end as the clock moves. */
  const signIn = async () => {
    admin = await signInAdmin(testApp);
    acts = await openBillingActs(testApp);
  };
  const select = async (statement: string, values: unknown[] = []) =>
    (await testApp.superuser.query(statement, values)).rows;
  const pick = async (query: string, userId: string, choice: number): Promise<string | undefined> => {
    const rows = await select(query, [userId]);
    return rows[choice % Math.max(rows.length, 1)]?.id;
  };
  const pickInvoice = (userId: string, choice: number) =>
    pick('SELECT id FROM invoices WHERE user_id = $1 ORDER BY id', userId, choice);
  const amounts = [1, 99, 500, 14_997, 33_333, 48_000, 60_000];
  const amountOf = (choice: number) => amounts[choice % amounts.length] ?? 1;

  /** Asks for the next period from the last day on, as the portal does before a period ends. */
  const renew = async (userId: string, choice: number) =>
    await testApp.app.context.db.within(systemScope('billing'), async (tx) => {
      const [{ role }] = await select('SELECT role FROM users WHERE id = $1', [userId]);
      const price =
        role === 'doctor'
          ? await findPrice(tx, choice % 2 === 0 ? 'doctor.monthly' : 'doctor.yearly', today())
          : await findNextPrice(tx, userId, today());
      if (price === null) throw new Error('The plan has no price.');
      const [{ end }] = await select(`SELECT subscription_end_date AS "end" FROM users WHERE id = $1`, [userId]);
      const dueOn = end > today() ? end : today();
      const from = addDays(dueOn, 1);
      const period = { from, to: endOfPeriod(from, price.periodMonths), dueOn };
      await requestPayment(testApp.app.context, tx, portalCause, { userId, kind: 'renewal', price, ...period });
    });

  const run: Record<string, (userId: string, choice: number) => Promise<unknown>> = {
    pay: (userId, choice) => acts.pay({ userId, cents: amountOf(choice), receivedOn: today() }),
    undo: async (userId, choice) => {
      const id = await pick('SELECT id FROM payments WHERE user_id = $1 ORDER BY id', userId, choice);
      if (id) await acts.undo(id);
    },
    credit: async (userId, choice) => {
      const id = await pickInvoice(userId, choice);
      if (id) await acts.credit(id, amountOf(choice));
    },
    payByCard: (userId, choice) => cards.pay(userId, amountOf(choice)),
    dispute: (userId, choice) => cards.dispute(userId, choice),
    /** Credits an invoice and gives its money back by a transfer, which is recorded or not. */
    transferBack: async (userId, choice) => {
      const id = await pickInvoice(userId, choice);
      if (id === undefined) return;
      const body = { cents: amountOf(choice), reason: 'Less', refund: 'bank' as const };
      const note = await admin.call(routes.billingAdmin.creditInvoice, { params: { id }, body });
      if (choice % 2 === 0) return;
      await admin.call(routes.billingAdmin.recordRefund, { params: { creditNoteId: note.id } });
    },
    /** A buyer elsewhere is charged less, one at home more than the first invoice. */
    reissue: async (userId, choice) => {
      const id = await pickInvoice(userId, choice);
      const country = choice % 3 === 0 ? 'CH' : 'GR';
      await select('UPDATE billing_parties SET country = $2 WHERE user_id = $1', [userId, country]);
      if (id) await acts.reissue(id);
    },
    useCredit: async (userId, choice) => {
      const id = await pick('SELECT id FROM dues WHERE user_id = $1 ORDER BY id', userId, choice);
      if (id) await acts.useCredit(userId, id);
    },
    writeOff: async (userId, choice) => {
      const id = await pickInvoice(userId, choice);
      if (id) await acts.writeOff(id, amountOf(choice % 3));
    },
    renew,
    /** Transfers what a request or an invoice asks for, with its reference; also of one that is over. */
    payDue: async (userId, choice) => {
      const rows = await select(
        'SELECT rf, gross_cents AS cents FROM dues WHERE user_id = $1 ORDER BY id DESC LIMIT 3',
        [userId],
      );
      const due = rows[choice % Math.max(rows.length, 1)];
      if (due) await acts.pay({ rf: due.rf, cents: due.cents, receivedOn: today() });
    },
    /** What a center chooses. Its job runs as the queue does. */
    choosePlan: async (userId, choice) => {
      const center = centers.get(userId);
      if (center === undefined) return;
      const { centerId, password, client } = center;
      await client.signIn(routes.auth.centerLogin.path, { centerId, password });
      await client.call(routes.billing.centerPlan, { body: { plan: choice % 2 === 0 ? 'premium' : 'basic' } });
      await replaceRequest(testApp.app.context, userId);
    },
    /** Stores more than Basic has, or less. */
    store: (userId, choice) =>
      select(
        `UPDATE center_figures f SET exam_bytes = $2 FROM medical_centers c WHERE c.id = f.center_id AND c.user_id = $1`,
        [userId, (choice % 3 === 0 ? 700 : 100) * 1024 ** 3],
      ),
    setDates: (userId, choice) =>
      admin.call(routes.admin.updateSubscription, {
        body: {
          ...{ userId, startDate: addDays(today(), -(choice % 40)), endDate: addDays(today(), choice % 60) },
          status: choice % 5 === 0 ? 'inactive' : 'active',
        },
      }),
    addMonths: (userId) => admin.call(routes.admin.renewDoctorSubscription, { body: { userId, months: 1 } }),
    charge: (userId, choice) =>
      admin.call(routes.admin.renewDoctorSubscription, {
        body: { userId, months: ([1, 3, 6, 12] as const)[choice % 4] ?? 1, charge: true },
      }),
    wait: async (_, choice) => {
      testApp.advanceClock((choice % 30) * dayMs);
      await signIn();
    },
    cancel: (userId, choice) =>
      select('UPDATE subscriptions SET cancel_at_end = $2 WHERE user_id = $1', [userId, choice % 2 === 0]),
    /** Lets the time pass in which an account that does not pay is suspended. */
    suspend: async (_, choice) => {
      for (let step = 0; step < 5 + (choice % 4); step += 1) {
        testApp.advanceClock(8 * dayMs);
        await pursue();
      }
      await signIn();
    },
  };

  /** Takes the portal's own steps, at an hour at which it sends mails. */
  const pursue = async () => {
    const hour = Number(formatLocalTime(testApp.clock.now().toISOString(), 'Europe/Athens').slice(11, 13));
    if (hour < 9) {
      testApp.advanceClock((10 - hour) * 3_600_000);
      await signIn();
    }
    await runPlanChanges(testApp.app.context);
    await runDunning(testApp.app.context);
  };

  /** Runs a history, each act followed by the portal's own steps. A refused act changes nothing; any other error fails the test. */
  const runHistory = async (userId: string, history: readonly Act[], expected: Record<string, string>) => {
    for (const [name, choice] of history) {
      await run[name]?.(userId, choice).catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (!isFaultCode(code)) throw error;
      });
      await pursue();
      await expectNone(userId, expected);
    }
  };

  /** What must hold of an account, each as a query of the rows that break it. */
  const broken: Record<string, string> = {
    'an entry that does not sum to 0': `SELECT entry_id FROM ledger_postings GROUP BY entry_id HAVING sum(cents) <> 0`,
    'an invoice of which less than nothing or more than its sum is owed': `SELECT i.id FROM invoices i
      JOIN ledger_postings p ON p.invoice_id = i.id WHERE i.user_id = $1 GROUP BY i.id HAVING sum(p.cents) NOT BETWEEN 0 AND i.gross_cents`,
    'an invoice credited with more than its sums': `SELECT i.id FROM invoices i JOIN invoices c ON c.credits_id = i.id
      WHERE i.user_id = $1 GROUP BY i.id HAVING sum(c.net_cents) > i.net_cents OR sum(c.vat_cents) > i.vat_cents`,
    'an account that paid with money it does not have': `SELECT user_id FROM ledger_postings WHERE user_id = $1 AND account = 'unallocated'
      GROUP BY user_id HAVING sum(cents) > 0`,
    'money that is neither with the account nor allocated': `SELECT 1 WHERE (SELECT coalesce(sum(cents), 0) FROM ledger_postings
      WHERE user_id = $1 AND account IN ('bank', 'card_clearing')) <> (SELECT coalesce(sum(p.cents), 0) FROM payments p WHERE p.user_id = $1
      AND NOT EXISTS (SELECT FROM ledger_entries e WHERE e.kind = 'returned' AND e.source_id = p.id))
      - (SELECT coalesce(sum(x.cents), 0) FROM payment_disputes x JOIN payments p ON p.id = x.payment_id WHERE p.user_id = $1 AND x.state <> 'won')
      - (SELECT coalesce(sum(s.cents), 0) FROM ledger_postings s JOIN ledger_entries e ON e.id = s.entry_id
        WHERE s.user_id = $1 AND e.kind = 'refunded' AND s.account = 'refunds_owed')`,
    'more promised back than was freed': `SELECT user_id FROM ledger_postings WHERE user_id = $1 AND account = 'refunds_owed'
      GROUP BY user_id HAVING sum(cents) > 0`,
    'a paid due of which something is owed, or an open one of which nothing is': `SELECT d.id FROM dues d
      JOIN ledger_postings p ON p.invoice_id = d.invoice_id WHERE d.user_id = $1
      GROUP BY d.id HAVING (d.state = 'paid' AND sum(p.cents) > 0) OR (d.state = 'open' AND sum(p.cents) = 0)`,
    'two dues with one document': `SELECT invoice_id FROM dues WHERE invoice_id IS NOT NULL GROUP BY invoice_id HAVING count(*) > 1`,
    'VAT more than a cent from rate times net': `SELECT l.invoice_id FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
      WHERE i.user_id = $1 AND i.kind = 'invoice' AND abs(l.vat_cents * 10000 - l.net_cents * l.basis_points) > 10000`,
    'two periods on one day': `SELECT a.id FROM subscription_periods a JOIN subscription_periods b ON b.user_id = a.user_id AND b.id <> a.id
      AND a.cut_on IS NULL AND b.cut_on IS NULL AND a.from_day <= b.to_day AND b.from_day <= a.to_day WHERE a.user_id = $1`,
  };

  /** What must hold of a doctor at the end. */
  const brokenAccess: Record<string, string> = {
    'access without a period, or a period without access, today': `SELECT u.id FROM users u WHERE u.id = $1 AND $2::date IS NOT NULL AND
      (u.subscription_status = 'active' AND $2::date BETWEEN u.subscription_start_date AND u.subscription_end_date)
      <> EXISTS (SELECT FROM subscription_periods p WHERE p.user_id = u.id AND p.cut_on IS NULL AND $2::date BETWEEN p.from_day AND p.to_day)`,
  };

  /** What must hold after each act. */
  const accessOfState: Record<string, string> = {
    'an account whose access is not that of its state': `SELECT s.state, u.subscription_status, u.subscription_start_date, u.subscription_end_date
      FROM users u JOIN subscriptions s ON s.user_id = u.id WHERE u.id = $1
      AND (u.subscription_status = 'active' AND $2::date BETWEEN u.subscription_start_date AND u.subscription_end_date)
      <> (s.state IN ('trialing', 'active', 'past_due'))`,
  };

  /** What must hold of a center after each act. Its access does not depend on its payments. */
  const plansOfCenters: Record<string, string> = {
    'storage that is not the plan’s, nor that of a request that may be paid': `SELECT c.plan, c.quota_bytes FROM medical_centers c
      WHERE c.user_id = $1 AND c.quota_bytes <> CASE c.plan WHEN 'basic' THEN 536870912000 ELSE 2199023255552 END
      AND NOT EXISTS (SELECT FROM dues d WHERE d.user_id = $1 AND d.kind = 'upgrade' AND d.state = 'open' AND d.invoice_id IS NULL
        AND d.due_on >= $2::date - 1)`,
    'a higher plan for days that were paid for at less': `SELECT p.id FROM medical_centers c JOIN subscription_periods p ON p.user_id = c.user_id
      WHERE c.user_id = $1 AND c.plan = 'premium' AND p.price_id LIKE 'center.basic%' AND p.kind IN ('paid', 'invoiced') AND p.cut_on IS NULL
      AND $2::date BETWEEN p.from_day AND p.to_day`,
    'two requests for an upgrade': `SELECT user_id FROM dues WHERE user_id = $1 AND kind = 'upgrade' AND state = 'open' AND invoice_id IS NULL
      GROUP BY user_id HAVING count(*) > 1`,
    'a next plan that is the plan': `SELECT c.plan FROM medical_centers c JOIN subscriptions s ON s.user_id = c.user_id
      WHERE c.user_id = $1 AND s.next_plan = c.plan`,
    'a request for the next period at the price of another plan': `SELECT d.price_id FROM dues d JOIN medical_centers c ON c.user_id = d.user_id
      JOIN subscriptions s ON s.user_id = d.user_id WHERE d.user_id = $1 AND d.kind = 'renewal' AND d.state = 'open' AND d.invoice_id IS NULL
      AND d.price_id NOT LIKE 'center.' || coalesce(s.next_plan, c.plan) || '.%'`,
  };

  /** Centers by their users. */
  const centers = new Map<string, CenterFixture>();

  /** Creates a center that is charged for Basic or Premium. */
  const createChargedCenter = async (number: number): Promise<string> => {
    const phone = `+3069${String(number).padStart(8, '0')}`;
    const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone };
    await signIn();
    const center = await createCenter(testApp, admin, { name: 'Center', number, ...person });
    const plan = number % 4 === 0 ? 'premium' : 'basic';
    const params = { id: center.id };
    const { medicalCenter } = await admin.call(routes.admin.changeMedicalCenter, { params, body: { plan } });
    const { userId } = medicalCenter;
    const address = { address: 'Ακτή Μιαούλη 1', city: 'Πειραιάς', postalCode: '185 35', country: 'GR' };
    const party = { kind: 'person', legalName: 'Center', ...address, language: 'el' } as const;
    await admin.call(routes.billingAdmin.accountParty, { params: { userId }, body: party });
    await admin.call(routes.billingAdmin.startBilling, { params: { userId }, body: { firstDay: today() } });
    centers.set(userId, center);
    return userId;
  };

  const expectNone = async (userId: string, faults: Record<string, string>) => {
    for (const [fault, query] of Object.entries(faults)) {
      const values = [userId, today()].slice(0, query.includes('$2') ? 2 : query.includes('$1') ? 1 : 0);
      expect(await select(query, values), fault).toEqual([]);
    }
  };

  it(`hold together in ${histories} histories, from seed ${seed}`, async () => {
    let account = 0;
    const property = fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (history) => {
      account += 1;
      // a third are centers; half of the doctors begin with a trial, which may end without a payment
      if (account % 3 === 2) {
        const userId = await createChargedCenter(account);
        await runHistory(userId, history, plansOfCenters);
        return await expectNone(userId, broken);
      }
      const { userId } = await createDoctor(testApp, admin, `payer${account}`, [0, 20, 0, 40][account % 4]);
      await runHistory(userId, history, accessOfState);
      await expectNone(userId, { ...broken, ...brokenAccess });
    });
    await fc.assert(property, { numRuns: histories, seed, endOnFailure: true, includeErrorInReport: true });
    await waitForJobs(testApp);
    await signIn();
    await addUpExport(testApp, admin);
    const folder = join(testApp.folder, 'outbox', 'fiscal');
    const reports = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    const [issued] = await select('SELECT count(*)::int AS count FROM invoices');
    expect(reports).toHaveLength(issued.count);
    expect(await validateReports(reports)).toEqual([]);
  });
});
