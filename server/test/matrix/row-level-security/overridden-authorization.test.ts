import { routes } from '@medcloud/contract';
import { describe, expect, it } from 'vitest';
import { phoneB } from '../../harness/fixtures.ts';
import { adminLogin } from '../../harness/start-test-app.ts';
import { isSamePath } from '../rows.ts';
import type { TestResponse } from '../send.ts';
import {
  callersOf,
  createOverriddenAppFixture,
  expectNoLeak,
  foreignTenantFor,
  overrideCases,
} from './overridden-authorization.ts';
import {
  adminRequests,
  dataRoutes,
  destructiveRequests,
  dicomWebRequests,
  identifiersOf,
  tenantRequests,
  writeRequests,
} from './tenant-requests.ts';

/**
 * T-RLS2: every data route with the application's own checks wrong or disabled, so only the database protects the data.
 * This file uses one override per caller; `overridden-authorization.deep.test.ts` uses every override for every caller.
 */
describe('row-level security alone (T-RLS2)', () => {
  const getFixture = createOverriddenAppFixture();

  it('has a request for every data route', () => {
    const { tenants } = getFixture();
    const requested = [
      ...tenantRequests(tenants),
      ...destructiveRequests(tenants.a),
      ...dicomWebRequests(tenants.a),
    ].map(({ method, path }) => `${method} ${path.replace(/\?.*$/, '')}`);
    const uncovered = dataRoutes.filter(
      (route) => !requested.some((request) => isRequestOf(request, `${route.method} ${route.path}`)),
    );
    expect(uncovered.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  describe.each(overrideCases)('with scopes that are %s, of center %s', (...overrideCase) => {
    it.each(callersOf(...overrideCase))(
      'returns %s no data of others, and rejects writes to it',
      async (caller) => await expectNoLeak(getFixture(), caller, overrideCase),
    );
  });

  it('counts no patient and no exam for a doctor with an administrator’s scope', async () => {
    const { testApp, matrixFixture, authorization } = getFixture();
    const client = await matrixFixture.client('doctor_no_consent');
    authorization.setOverride({ kind: 'unchecked', foreign: foreignTenantFor(testApp, 'doctor_no_consent', 'A') });
    const figures = await client
      .call(routes.admin.dashboard, {})
      .finally(() => authorization.setOverride({ kind: 'honest' }));
    expect(figures).toMatchObject({ totalPatients: 0, totalExams: 0 });
  });

  it('changes no other doctor’s profile, plan or payment method, and returns no other card', async () => {
    const { testApp, matrixFixture, authorization, tenants } = getFixture();
    const client = await matrixFixture.client('doctor_no_consent');
    const accounts = () =>
      matrixFixture.sql(
        `SELECT md5(string_agg(d::text || u.email || u.language || coalesce(m::text, ''), '|' ORDER BY d.id)) AS hash
         FROM doctors d JOIN users u ON u.id = d.user_id LEFT JOIN payment_methods m ON m.doctor_id = d.id
         WHERE d.id <> $1`,
        [testApp.fixtures.doctors.noConsent.id],
      );
    const before = await accounts();
    authorization.setOverride({ kind: 'foreign', foreign: foreignTenantFor(testApp, 'doctor_no_consent', 'A') });
    const headers = client.credentials('bearer');
    const writes = writeRequests(tenants.a).filter(({ path }) => /profile|plan|payment/.test(path));
    const statuses = [];
    let shown: string;
    try {
      for (const request of writes) statuses.push((await matrixFixture.send({ ...request, headers })).status);
      shown = (await matrixFixture.send({ method: 'GET', path: routes.doctor.billingOverview.path, headers })).text;
    } finally {
      authorization.setOverride({ kind: 'honest' });
    }
    expect(statuses).toEqual([404, 404, 404]);
    expect(JSON.parse(shown)).toMatchObject({ code: 'not_found' });
    expect(await accounts()).toEqual(before);
  });

  it.each(['center_a', 'doctor_no_consent'] as const)(
    'returns and changes no other account, center or application for %s with an administrator’s scope',
    async (caller) => {
      const { testApp, matrixFixture, authorization, tenants } = getFixture();
      const { fixtures } = testApp;
      const client = await matrixFixture.client(caller);
      const headers = client.credentials('bearer');
      const own = caller === 'center_a' ? fixtures.centerA.email : fixtures.doctors.noConsent.email;
      const accounts = () =>
        matrixFixture.sql(
          `SELECT md5(string_agg(concat_ws('|', u, d, c), '|' ORDER BY u.id)) AS hash FROM users u
           LEFT JOIN doctors d ON d.user_id = u.id LEFT JOIN medical_centers c ON c.user_id = u.id WHERE u.email <> $1`,
          [own],
        );
      const sessions = () =>
        matrixFixture.sql(
          'SELECT count(*) FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email <> $1 AND revoked_at IS NULL',
          [own],
        );
      const grants = () => matrixFixture.count(`SELECT count(*) FROM patient_access WHERE status = 'granted'`);
      const before = [await accounts(), await sessions(), await grants()];
      authorization.setOverride({ kind: 'unchecked', foreign: foreignTenantFor(testApp, caller, 'B') });
      const responses: TestResponse[] = [];
      try {
        for (const request of adminRequests(testApp, tenants))
          responses.push(await matrixFixture.send({ ...request, headers }));
      } finally {
        authorization.setOverride({ kind: 'honest' });
      }
      const seen = responses.map(({ text }) => text).join('\n');
      expect(responses.map(({ status }) => status)).toContain(200);
      expect(seen).toContain(own);
      for (const email of [
        fixtures.centerB.email,
        fixtures.doctors.consent.email,
        fixtures.doctors.unverified.email,
        adminLogin.email,
      ])
        expect(seen).not.toContain(`"${email}"`);
      expect([await accounts(), await sessions(), await grants()]).toEqual(before);
    },
  );

  it('lists and changes no center for a doctor with an administrator’s scope', async () => {
    const { testApp, matrixFixture, authorization } = getFixture();
    const client = await matrixFixture.newClient('doctor_no_consent');
    const { centerA } = testApp.fixtures;
    const path = `/api/admin/medical-centers/${centerA.id}`;
    const headers = client.credentials('bearer');
    authorization.setOverride({ kind: 'unchecked', foreign: foreignTenantFor(testApp, 'doctor_no_consent', 'A') });
    const listed = client.call(routes.admin.medicalCentersDetailed, {});
    const patched = matrixFixture.send({
      method: 'PATCH',
      path,
      headers,
      json: { email: 'thief@example.gr', city: 'Nowhere' },
    });
    const [centers, response] = await Promise.all([listed, patched]).finally(() =>
      authorization.setOverride({ kind: 'honest' }),
    );
    expect(centers).toEqual([]);
    expect(response.status).toBe(404);
    const [row] = await matrixFixture.sql(
      'SELECT u.email, c.city FROM medical_centers c JOIN users u ON u.id = c.user_id WHERE c.id = $1',
      [centerA.id],
    );
    expect(row).toEqual({ email: centerA.email, city: null });
  });

  // Must be last, because it disables row-level security. It proves that the tests above can fail.
  it('returns every identifier with the same overrides once row-level security is disabled', async () => {
    const { testApp, matrixFixture, authorization, tenants } = getFixture();
    const guarded = await matrixFixture.sql('SELECT oid::regclass::text AS name FROM pg_class WHERE relrowsecurity');
    for (const { name } of guarded) await matrixFixture.sql(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
    const client = await matrixFixture.client('center_a');
    authorization.setOverride({ kind: 'foreign', foreign: foreignTenantFor(testApp, 'center_a', 'B') });
    const texts: string[] = [];
    for (const request of tenantRequests(tenants).filter(({ method }) => method === 'GET'))
      texts.push((await matrixFixture.send({ ...request, headers: client.credentials('bearer') })).text);
    const { id, centerId } = testApp.fixtures.centerB;
    // Only the session's response contains the center's own ids, and it depends on the account.
    for (const identifier of identifiersOf(testApp.fixtures.centerB, phoneB).filter(
      (each) => each !== id && each !== centerId,
    ))
      expect(texts.join('\n')).toContain(identifier);
  });
});

const isRequestOf = (request: string, route: string) =>
  isSamePath(request, route) || new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(request);
