import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/platform/time/days.ts';
import type { Client } from '../harness/client.ts';
import { createDoctor, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

const party = {
  ...{ kind: 'business', legalName: 'Lääkärikeskus Oy', vatNumber: 'FI20774740', address: 'Katu 1', city: 'Helsinki' },
  ...{ postalCode: '00100', country: 'FI', language: 'en' },
} as const;

describe('a day that cannot be', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    testApp.clock.freeze();
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());

  const today = () => formatDay('Europe/Athens', testApp.clock.now());
  /** The status with the fields' errors. */
  const post = async (path: string, body: object) => {
    const response = await admin.json('POST', path, body);
    if (response.ok) return [response.status];
    const { errors = [] } = problem.parse(await response.json());
    return [response.status, ...errors.map(({ field, code }) => `${field} ${code}`)];
  };

  it('is no day of a payment before the portal, nor before what its reference names', async () => {
    const doctor = await createDoctor(testApp, admin, 'early');
    const pay = (body: object) => post(routes.billingAdmin.recordPayment.path, { cents: 100, ...body });
    const { userId } = doctor;
    for (const receivedOn of ['1970-01-01', addDays(today(), -1)])
      expect(await pay({ userId, receivedOn })).toEqual([400, 'receivedOn day_before_portal']);
    expect(await pay({ userId, receivedOn: today() })).toEqual([201]);
    const first = today();
    testApp.clock.advance(2 * 86_400_000);
    admin = await signInAdmin(testApp);
    const later = await createDoctor(testApp, admin, 'later');
    const { due } = await later.client.call(routes.doctor.billingOverview, {});
    expect(await pay({ rf: due?.rf, receivedOn: first })).toEqual([400, 'receivedOn day_before_request']);
    expect(await pay({ rf: due?.rf, receivedOn: today() })).toEqual([201]);
  });

  it('is no day of a proof before such numbers began', async () => {
    const { userId } = await createDoctor(testApp, admin, 'proving');
    await admin.json('POST', `/api/admin/billing/accounts/${userId}/party`, party);
    const prove = (provedOn: string) =>
      post(`/api/admin/billing/accounts/${userId}/vat-proof`, { text: 'WAPIAAAAX1', provedOn });
    expect(await prove('1900-01-01')).toEqual([400, 'provedOn vat_proof_old']);
    expect(await prove(today())).toEqual([200]);
  });
});
