import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';

const party = {
  ...{ kind: 'business', legalName: 'Lääkärikeskus Oy', vatNumber: 'FI20774740', address: 'Katu 1', city: 'Helsinki' },
  ...{ postalCode: '00100', country: 'FI', language: 'en' },
} as const;

describe('a proof of a VAT number', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp({ environment: { VIES_URL: 'off' } });
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());

  const today = () => formatDay('Europe/Athens', testApp.clock.now());
  const account = ({ userId }: DoctorFixture) => admin.call(routes.billingAdmin.accountDetails, { params: { userId } });
  const changeParty = (doctor: DoctorFixture, change: object = {}) =>
    admin.json('POST', `/api/admin/billing/accounts/${doctor.userId}/party`, { ...party, ...change });
  const prove = async ({ userId }: { userId: string }, provedOn = today()) =>
    (await admin.json('POST', `/api/admin/billing/accounts/${userId}/vat-proof`, { text: 'WAPIAAAAX1', provedOn }))
      .status;
  /** The tax case of the documents that replace the latest invoice now. */
  const reissue = async (doctor: DoctorFixture) => {
    const { invoices } = await account(doctor);
    const latest = invoices.find(({ kind, state }) => kind === 'invoice' && state !== 'credited');
    const path = `/api/admin/invoices/${latest?.id}/reissue`;
    const reply = await admin.json(
      'POST',
      path,
      { reason: 'Details' },
      { headers: { 'idempotency-key': randomUUID() } },
    );
    expect(reply.status).toBe(201);
    const { rows } = await testApp.superuser.query(
      `SELECT tax_case, buyer FROM invoices WHERE user_id = $1 AND kind = 'invoice' ORDER BY series, year, number DESC LIMIT 1`,
      [doctor.userId],
    );
    return rows[0];
  };

  it('makes invoices be without VAT, on later days too, until the number changes', async () => {
    const doctor = await createDoctor(testApp, admin, 'proved');
    await changeParty(doctor);
    expect(await reissue(doctor)).toMatchObject({ tax_case: 'eu_consumer' });
    const provedOn = today();
    expect(await prove(doctor)).toBe(200);
    expect(await account(doctor)).toMatchObject({ vatProof: 'WAPIAAAAX1', party: { vatProvedOn: provedOn } });
    testApp.advanceClock(3 * 86_400_000);
    admin = await signInAdmin(testApp);
    await changeParty(doctor, { city: 'Espoo' });
    const invoice = await reissue(doctor);
    expect(invoice).toMatchObject({
      tax_case: 'eu_reverse',
      buyer: { vatProof: 'WAPIAAAAX1', vatCheckedOn: provedOn },
    });
    await changeParty(doctor, { vatNumber: 'FI09853608' });
    expect(await account(doctor)).toMatchObject({ vatProof: null, party: { vatProvedOn: null } });
    await changeParty(doctor);
    expect(await reissue(doctor)).toMatchObject({ tax_case: 'eu_consumer' });
    const { rows } = await testApp.superuser.query(
      `SELECT count(*)::int AS count FROM audit_events WHERE event = 'vat_number_proved' AND object_id = $1`,
      [doctor.userId],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('is refused for a day to come, for an unknown account, and where no proof decides the tax', async () => {
    const doctor = await createDoctor(testApp, admin, 'unproved');
    expect([await prove(doctor), await prove({ userId: randomUUID() })]).toEqual([409, 404]);
    await changeParty(doctor);
    expect(await prove(doctor, '2099-01-01')).toBe(400);
  });
});
