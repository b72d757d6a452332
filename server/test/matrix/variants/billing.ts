import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { sign } from '../../stand-ins/stripe.ts';
import { type Attempt, crossSite, plain, type Variants } from '../attempt.ts';
import { factsByRoute } from '../rows.ts';
import { jsonOf, type RequestSpec } from '../send.ts';

const bodyOf = (name: string) => factsByRoute[name]?.body;

/** A doctor's or center's own billing details, and the end of its subscription. */
function ownBilling(area: string): Variants {
  const party = `PATCH ${area}/billing/party`;
  const cancel = `POST ${area}/billing/cancel`;
  const change = (json: unknown): RequestSpec => ({ method: 'PATCH', path: `${area}/billing/party`, json });
  const end = ({ fixture }: Attempt): RequestSpec => ({
    method: 'POST',
    path: `${area}/billing/cancel`,
    json: { cancel: fixture.nextNumber() % 2 === 0 },
  });
  return {
    [`${party} default`]: plain(
      () => change(bodyOf(party)),
      (response) =>
        expect(jsonOf(response)).toMatchObject({ party: { vatNumber: 'EL094014201', vatState: 'unchecked' } }),
    ),
    [`${party} bad_fields`]: plain(() => change({ kind: 'business', legalName: '', country: 'Greece' })),
    [`${party} cookie_cross_site`]: crossSite(() => change(bodyOf(party))),
    [`${cancel} default`]: plain(end),
    [`${cancel} cookie_cross_site`]: crossSite(end),
  };
}

/** Returns the path of the PDF of an invoice of `doctor_consent`, which exists. */
async function invoiceFile({ fixture }: Attempt): Promise<RequestSpec> {
  const { userId } = fixture.testApp.fixtures.doctors.consent;
  const [invoice] = await fixture.sql('SELECT id FROM invoices WHERE user_id = $1 ORDER BY id LIMIT 1', [userId]);
  await fixture.sql(
    `INSERT INTO invoice_files (invoice_id, language, bytes, sha256) SELECT $1, 'el', 'x', sha256('x')
     WHERE NOT EXISTS (SELECT FROM invoice_files WHERE invoice_id = $1 AND language = 'el')`,
    [invoice?.id],
  );
  return { method: 'GET', path: `/api/doctor/invoices/${invoice?.id}/pdf?language=el` };
}

const choose = (plan: string, headers: Record<string, string> = { 'idempotency-key': randomUUID() }): RequestSpec => ({
  ...{ method: 'POST', path: '/api/medical-center/billing/upgrade', headers, json: { plan } },
});

/** A center's choice of its own plan, as one that is charged. Afterwards it is charged no longer, as other rows expect. */
async function chooseOwnPlan({ fixture, actor, send }: Attempt) {
  const { centerA, centerB } = fixture.testApp.fixtures;
  const { id } = actor === 'center_a' ? centerA : centerB;
  const [center] = await fixture.sql('SELECT user_id AS "userId", plan FROM medical_centers WHERE id = $1', [id]);
  await fixture.sql(
    `INSERT INTO billing_parties (user_id, kind, legal_name, country, language) VALUES ($1, 'person', 'Payer', 'GR', 'el') ON CONFLICT DO NOTHING`,
    [center?.userId],
  );
  await fixture.sql(
    `INSERT INTO subscriptions (user_id, price_id, state, method) VALUES ($1, 'center.basic.1', 'active', 'bank')`,
    [center?.userId],
  );
  const response = await send(choose(String(center?.plan)));
  await fixture.sql('DELETE FROM subscriptions WHERE user_id = $1', [center?.userId]);
  return response;
}

const planPath = 'POST /api/medical-center/billing/upgrade';

const planChoice: Variants = {
  [`${planPath} default`]: plain(() => choose('premium')),
  [`${planPath} billed`]: {
    run: chooseOwnPlan,
    demand: (response) => expect(jsonOf(response)).toEqual({ due: null }),
  },
  [`${planPath} bad_fields`]: plain(() => choose('enterprise')),
  [`${planPath} no_key`]: plain(() => choose('premium', {})),
  [`${planPath} cookie_cross_site`]: crossSite(() => choose('premium', {})),
};

export const billing: Variants = {
  'GET /api/doctor/invoices/{INV1}/pdf default': plain(invoiceFile, ({ headers }) => {
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toMatch(/^attachment/);
  }),
  ...ownBilling('/api/doctor'),
  ...ownBilling('/api/medical-center'),
  'POST /api/admin/billing/fiscal/take-over default': plain(() => ({
    method: 'POST',
    path: '/api/admin/billing/fiscal/take-over',
  })),
  'GET /api/admin/billing/export default': plain(
    () => ({ method: 'GET', path: '/api/admin/billing/export?from=2026-01-01&to=2026-01-31' }),
    ({ headers }) => expect(headers['content-type']).toBe('application/zip'),
  ),
  'GET /api/admin/billing/figures default': plain(() => ({
    method: 'GET',
    path: '/api/admin/billing/figures?from=2026-01-01&to=2026-01-31',
  })),
  'GET /api/admin/billing/figures bad_fields': plain(() => ({
    method: 'GET',
    path: '/api/admin/billing/figures?from=2026-02-01&to=2026-01-31',
  })),
  'GET /api/admin/billing/export bad_fields': plain(() => ({
    method: 'GET',
    path: '/api/admin/billing/export?from=2026-02-01&to=2026-01-31',
  })),
  ...planChoice,
  ...cards('/api/doctor'),
  ...cards('/api/medical-center'),
  'POST /api/webhooks/payment valid_signature': plain(({ fixture }) => signedEvent(fixture.testApp.clock.now())),
  'POST /api/webhooks/payment bad_or_old_signature': {
    run: async ({ fixture, send }) => {
      const now = fixture.testApp.clock.now().getTime();
      const old = signedEvent(new Date(now - 600_000));
      return [
        await send(old),
        await send(signedEvent(new Date(now + 600_000))),
        await send(signedEvent(new Date(now), 'whsec_other')),
      ];
    },
  },
  'POST /api/webhooks/payment default': plain(() => ({ method: 'POST', path: '/api/webhooks/payment', json: {} })),
  ...movesMoney('/api/admin/billing/payments', { cents: 480.005, receivedOn: '2026-01-01' }),
  ...movesMoney('/api/admin/billing/prices', { plan: 'basic', after: 1, from: '2026-02-30', grossCents: 0 }),
  'GET /api/admin/billing/prices bad_fields': plain(() => ({
    method: 'GET',
    path: '/api/admin/billing/prices?plan=gold',
  })),
  ...movesMoney('/api/admin/billing/write-off', { cents: -1, reason: '' }),
  ...movesMoney('/api/admin/billing/accounts/{U1}/start', { firstDay: '2026-02-30', cents: 1 }),
  ...movesMoney('/api/admin/billing/accounts/{U1}/party', { kind: 'business', legalName: '' }),
};

/** An event of the payment provider that the portal does not use. */
function signedEvent(at: Date, secret?: string): RequestSpec {
  const object = { id: 'cus_matrix', object: 'customer' };
  const event = { id: `evt_${randomUUID()}`, object: 'event', created: 1, livemode: false };
  const payload = JSON.stringify({ ...event, type: 'customer.created', data: { object } });
  const headers = { 'content-type': 'application/json', 'stripe-signature': sign(payload, at, secret) };
  return { method: 'POST', path: '/api/webhooks/payment', headers, bytes: Buffer.from(payload) };
}

/** An account's own card payments: a page of the provider, and the end of an attempt that it has not begun. */
function cards(area: string): Variants {
  const request = (name: string, json: unknown) => (): RequestSpec => ({
    method: 'POST',
    path: `${area}/billing/${name}`,
    headers: { 'idempotency-key': randomUUID() },
    json,
  });
  const isPage = plain(request('checkout', {}), (response) =>
    expect(jsonOf(response)).toEqual({ redirectUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/) }),
  );
  return {
    [`POST ${area}/billing/checkout default`]: isPage,
    [`POST ${area}/billing/checkout/return default`]: plain(
      request('checkout/return', bodyOf(`POST ${area}/billing/checkout/return`)),
    ),
    [`POST ${area}/billing/portal default`]: plain(request('portal', {})),
  };
}

/** What an administrator books, with a body that no form accepts. */
function movesMoney(path: string, json: unknown): Variants {
  const request = (): RequestSpec => ({ method: 'POST', path: path.replace('{U1}', randomUUID()), json });
  return { [`POST ${path} bad_fields`]: plain(request), [`POST ${path} cookie_cross_site`]: crossSite(request) };
}
