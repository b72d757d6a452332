import { type DoctorSignup, routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { signInAdmin, signupForm } from '../../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { bodyOf, startMailServer } from '../../services/mail-server.ts';
import { type StripeServer, startStripeServer } from '../../stand-ins/stripe.ts';
import { startViesServer, type ViesServer } from '../../stand-ins/vies.ts';

const address = { address: 'Ερμού 1', city: 'Αθήνα', postalCode: '105 63', country: 'GR' };
const greek = { vatNumber: 'EL 094014201', taxOffice: 'Α΄ Αθηνών', ...address };

/** Signs doctors up for a business, and reads what they are invoiced. */
function open(testApp: TestApp, admin: () => Client) {
  const select = async (statement: string, values: unknown[]) =>
    (await testApp.superuser.query(statement, values)).rows;
  return {
    signUp: (form: DoctorSignup) => testApp.anonymous.json('POST', routes.auth.doctorSignup.path, form),
    approve: async ({ email }: { email: string }): Promise<string> => {
      const pending = (await admin().call(routes.admin.pendingDoctors, {})).find(({ user }) => user.email === email);
      await admin().json('POST', `/api/admin/approve-doctor/${pending?.id}`, {});
      await waitForJobs(testApp);
      return (await select('SELECT user_id AS id FROM doctors WHERE id = $1', [pending?.id]))[0].id;
    },
    invoicesOf: (userId: string) =>
      select('SELECT tax_case, buyer, vat_cents FROM invoices WHERE user_id = $1 ORDER BY id', [userId]),
    partyOf: async (email: string) =>
      (
        await select('SELECT p.* FROM billing_parties p JOIN users u ON u.id = p.user_id WHERE u.email = $1', [email])
      )[0],
  };
}

describe('a doctor who signs up for a business', () => {
  let testApp: TestApp;
  let vies: ViesServer;
  let admin: Client;
  let acts: ReturnType<typeof open>;
  beforeAll(async () => {
    vies = await startViesServer();
    vies.valid.add('FI20774740');
    testApp = await startTestApp({ environment: { VIES_URL: vies.address } });
    admin = await signInAdmin(testApp);
    acts = open(testApp, () => admin);
  });
  afterAll(async () => {
    await testApp.close();
    await vies.close();
  });

  it('is invoiced as a business from the first invoice on', async () => {
    const form = { ...signupForm('Business'), business: greek };
    expect((await acts.signUp(form)).status).toBe(201);
    expect(await acts.partyOf(form.email)).toMatchObject({ kind: 'business', vat_state: 'unchecked' });
    const name = `${form.firstName} ${form.lastName}`;
    expect(await acts.invoicesOf(await acts.approve(form))).toMatchObject([
      {
        tax_case: 'home_business',
        buyer: {
          kind: 'business',
          legalName: name,
          vatNumber: '094014201',
          taxOffice: 'Α΄ Αθηνών',
          address: 'Ερμού 1',
        },
      },
    ]);
  });

  it('is invoiced as a person without a VAT number', async () => {
    const form = signupForm('Person');
    expect((await acts.signUp(form)).status).toBe(201);
    expect(await acts.partyOf(form.email)).toBeUndefined();
    expect(await acts.invoicesOf(await acts.approve(form))).toMatchObject([{ tax_case: 'home_person' }]);
  });

  it.each([
    ['a wrong check digit', { vatNumber: '094014202' }, 'business.vatNumber'],
    ['a number of another country', { country: 'FI' }, 'business.vatNumber'],
    ['a country that is none', { country: 'Other' }, 'business.country'],
    ['no address', { address: '' }, 'business.address'],
  ])('is refused on the field with %s, and nothing is stored', async (_, change, field) => {
    const form = { ...signupForm('Wrong'), business: { ...greek, ...change } };
    const response = await acts.signUp(form);
    const { errors } = problem.parse(await response.json());
    expect([response.status, errors?.map((error) => error.field)]).toEqual([400, [field]]);
    expect(await acts.partyOf(form.email)).toBeUndefined();
  });

  it('of another EU country is invoiced without VAT once VIES knows the number', async () => {
    const form = { ...signupForm('Finnish'), business: { ...greek, vatNumber: 'FI20774740', country: 'FI' } };
    expect((await acts.signUp(form)).status).toBe(201);
    expect(vies.calls).toEqual([]);
    const userId = await acts.approve(form);
    expect(await acts.invoicesOf(userId)).toMatchObject([{ tax_case: 'eu_reverse', vat_cents: 0 }]);
    expect(await acts.partyOf(form.email)).toMatchObject({ vat_state: 'valid' });
  });
});

describe('a doctor who confirms the email and pays on a provider’s page', () => {
  let testApp: TestApp;
  let stripe: StripeServer;
  let admin: Client;
  let mails: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    stripe = await startStripeServer();
    mails = await startMailServer({ tls: 'none' });
    const mail = `smtp://127.0.0.1:${mails.port}?from=portal@medcloud.example`;
    testApp = await startTestApp({ environment: { PAYMENTS_URL: stripe.url, MAIL_URL: mail } });
    admin = await signInAdmin(testApp);
  });
  afterAll(async () => {
    await testApp.close();
    await Promise.all([stripe.close(), mails.close()]);
  });

  it('is invoiced as a business with the first payment', async () => {
    const acts = open(testApp, () => admin);
    const { billing: _, ...person } = signupForm('Paying');
    const form = { ...person, business: greek };
    expect((await acts.signUp(form)).status).toBe(201);
    const link = () => mails.received.filter(({ to }) => to.includes(form.email)).map(bodyOf)[0];
    await waitUntil(() => link() !== undefined);
    const token = /\/auth\/confirm-email#([\w-]{43})/.exec(link() ?? '')?.[1];
    expect((await testApp.anonymous.json('POST', routes.auth.confirmEmail.path, { token })).status).toBe(200);
    const userId = await acts.approve(form);
    expect(await acts.invoicesOf(userId)).toEqual([]);
    const payment = { userId, cents: 48_000, receivedOn: formatDay('Europe/Athens', testApp.clock.now()) };
    expect((await admin.json('POST', '/api/admin/billing/payments', payment)).status).toBe(201);
    expect(await acts.invoicesOf(userId)).toMatchObject([
      { tax_case: 'home_business', buyer: { vatNumber: '094014201', city: 'Αθήνα' } },
    ]);
  });
});
