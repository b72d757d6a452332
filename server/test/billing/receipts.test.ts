import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { type TestEntry, writeCamt } from '../../src/domain/billing/bank/read/test-camt.ts';
import { portalCause } from '../../src/domain/billing/cause.ts';
import { createDue } from '../../src/domain/billing/dues/create-due.ts';
import { findPrice } from '../../src/domain/billing/dues/reads.ts';
import { endOfPeriod } from '../../src/domain/billing/subscriptions/subscription-period.ts';
import { dayAfter } from '../../src/platform/time/days.ts';
import type { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { openBillingActs } from './administrator.ts';

describe('receipts of transfers', () => {
  let testApp: TestApp;
  let admin: Client;
  let acts: Awaited<ReturnType<typeof openBillingActs>>;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
    acts = await openBillingActs(testApp);
  });
  afterAll(() => testApp.close());

  const today = () => formatDay('Europe/Athens', testApp.clock.now());
  const select = async (statement: string, values: unknown[]) =>
    (await testApp.superuser.query(statement, values)).rows;
  /** Creates a doctor who has an invoice to pay, and returns its number and reference. */
  async function createBilled(name: string, language: 'en' | 'el') {
    const doctor = await createDoctor(testApp, admin, name);
    await select('UPDATE billing_parties SET language = $2 WHERE user_id = $1', [doctor.userId, language]);
    const [due] = await select(`SELECT rf FROM dues WHERE user_id = $1 AND kind = 'first'`, [doctor.userId]);
    const [invoice] = (await doctor.client.call(routes.doctor.billingOverview, {})).invoices;
    return { ...doctor, rf: String(due.rf), number: invoice?.number ?? '' };
  }
  /** Asks a doctor to pay three more months. Returns the request's reference. */
  async function askForRenewal({ userId }: DoctorFixture): Promise<string> {
    await testApp.app.context.db.within(systemScope('billing'), async (tx) => {
      const price = await findPrice(tx, 'doctor.monthly', today());
      if (price === null) throw new Error('The plan has no price.');
      const end = endOfPeriod(today(), 12);
      const period = { from: dayAfter(end), to: endOfPeriod(dayAfter(end), 3) };
      await createDue(testApp.app.context, tx, portalCause, { userId, kind: 'renewal', price, ...period, dueOn: end });
    });
    const [due] = await select(`SELECT rf FROM dues WHERE user_id = $1 AND kind = 'renewal'`, [userId]);
    return String(due.rf);
  }
  /** Records a transfer, and waits for its mails. */
  const pay = async (rf: string, cents: number) => {
    await acts.pay({ rf, cents, receivedOn: today() });
    await waitForJobs(testApp);
  };
  /** Waits until all mails to an address are sent, and returns those after the mail of the approval. */
  async function readMails(email: string) {
    await waitForJobs(testApp);
    const [first, ...rest] = (await testApp.outbox.mail()).filter(({ to }) => to === email);
    expect(first?.text).toContain('GR40 0000');
    return rest.map(({ subject, text }) => ({
      subject: subject.replaceAll('\u00a0', ' '),
      text: text.replaceAll('\u00a0', ' '),
    }));
  }
  async function importFile(...entries: TestEntry[]) {
    const body = new FormData();
    body.append('file', new Blob([writeCamt('08', entries, testApp.config.billing.bank?.iban ?? '')]), 'statement');
    expect((await admin.raw('POST', routes.billingBank.importStatement.path, { body })).status).toBe(201);
    await waitForJobs(testApp);
  }

  it('says what a part of an invoice left to pay, and what came above its amount, in English', async () => {
    const { email, rf, number } = await createBilled('part-payer', 'en');
    await pay(rf, 20_000);
    await pay(rf, 30_000);
    const [part, rest, ...others] = await readMails(email);
    expect(others).toEqual([]);
    expect(part?.subject).toBe('MedCloud: your transfer of €200.00 arrived');
    expect(part?.text).toContain(`It paid €200.00 of invoice ${number}. €280.00 of it is still to be paid.`);
    expect(part?.text).not.toContain('credit');
    expect(rest?.text).toContain('We received your transfer of €300.00 on ');
    expect(rest?.text).toContain(`It paid €280.00 of invoice ${number}, which is now paid in full.`);
    expect(rest?.text).toContain('Your account has a credit of €20.00.');
    expect(rest?.text).toContain('/doctor/billing');
  });

  it('says what is missing of a request, and sends one mail, the invoice’s, when the rest comes', async () => {
    const doctor = await createBilled('request-payer', 'el');
    await pay(doctor.rf, 48_000);
    const rf = await askForRenewal(doctor);
    await pay(rf, 10_000);
    await pay(rf, 4_997);
    const [paid, missing, invoice, ...others] = await readMails(doctor.email);
    expect(others).toEqual([]);
    expect(paid?.subject).toBe('MedCloud: λάβαμε το έμβασμά σας, 480,00 €');
    expect(paid?.text).toContain(`Πληρώθηκαν 480,00 € από το παραστατικό ${doctor.number}, που εξοφλήθηκε.`);
    expect(missing?.text).toContain(`με κωδικό ${rf.match(/.{1,4}/g)?.join(' ')} είναι 149,97 €`);
    expect(missing?.text).toContain('Λείπουν 49,97 €.');
    expect(missing?.text).toContain('Έχετε πιστωτικό υπόλοιπο 100,00 €.');
    expect(invoice?.subject).toMatch(/^Παραστατικό MedCloud TEST-/);
  });

  it('names an invoice issued with a transfer that paid more than it, and the request that waits', async () => {
    const doctor = await createBilled('double-payer', 'en');
    const rf = await askForRenewal(doctor);
    await pay(rf, 15_000);
    const mails = await readMails(doctor.email);
    expect(mails).toHaveLength(2);
    // both leave at once, in either order
    const invoice = mails.find(({ subject }) => subject.includes('TEST-'));
    const receipt = mails.find((mail) => mail !== invoice);
    const number = invoice?.subject.split(' ').at(-1);
    expect(receipt?.text).toContain(`It paid invoice ${number} of €149.97, which you get in an email of its own.`);
    expect(receipt?.text).toContain(`It paid €0.03 of invoice ${doctor.number}. €479.97 of it is still to be paid.`);
    const other = await createBilled('hindered', 'en');
    await pay(other.rf, 48_000);
    const request = await askForRenewal(other);
    await select('DELETE FROM billing_parties WHERE user_id = $1', [other.userId]);
    await pay(request, 14_997);
    const waits = (await readMails(other.email)).at(-1);
    expect(waits?.text).toMatch(/149,97 €\. Το παραστατικό θα ακολουθήσει\./);
  });

  it('mails the payer of each transfer of a bank file once, also if the file comes again', async () => {
    const { email, rf, number } = await createBilled('file-payer', 'en');
    const entries = [{ creditorReference: rf, amount: '480.00', reference: 'R-1' }];
    await importFile(...entries);
    await importFile(...entries);
    const mails = await readMails(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`It paid €480.00 of invoice ${number}, which is now paid in full.`);
  });
});
