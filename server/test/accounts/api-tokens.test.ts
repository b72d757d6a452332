import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDoctor } from '../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { tinyUids } from '../harness/tiny-dicom.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { indexExams } from '../imaging/index-exams.ts';

const viewer = 'https://viewer.example.gr';

describe('API token', () => {
  let testApp: TestAppWithFixtures;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({ environment: { DICOMWEB_ORIGINS: viewer } });
    await indexExams(testApp);
  });
  afterAll(() => testApp.close());

  const createToken = (owner = testApp.fixtures.doctors.consent.client, name = 'OHIF') =>
    owner.call(routes.account.makeApiToken, { body: { name, days: 30 } });
  const studies = (token: string, headers: Record<string, string> = {}) =>
    fetch(`${testApp.origin}/dicom-web/studies`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  const studyUidsIn = async (response: Response) => [
    ...new Set(JSON.stringify(await response.json()).match(/2\.25\.100000\d\.1"/g) ?? []),
  ];

  it('is told to its owner by mail', async () => {
    const { client, email } = testApp.fixtures.doctors.consent;
    await createToken(client, 'Archive');
    const mails = async () => (await testApp.outbox.mail()).filter(({ to }) => to === email).map(({ text }) => text);
    await expect.poll(mails).toContainEqual(expect.stringContaining('διακριτικό API'));
  });

  it('reads by DICOMweb exactly what its doctor was granted, and records its last use', async () => {
    const { token, id } = await createToken();
    expect(token).toMatch(/^mct1_[\w-]{43}$/);
    expect(await studyUidsIn(await studies(token))).toEqual([`${tinyUids(1).study}"`]);
    const { study } = tinyUids(1);
    const studyResponse = await fetch(`${testApp.origin}/dicom-web/studies/${study}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(Buffer.from(await studyResponse.arrayBuffer()).includes(testApp.fixtures.centerA.file)).toBe(true);
    const listed = await testApp.fixtures.doctors.consent.client.call(routes.account.apiTokens, {});
    expect(listed.find((one) => one.id === id)).toMatchObject({ name: 'OHIF', lastUsedAt: expect.any(String) });
    expect(JSON.stringify(listed)).not.toContain(token);
  });

  it("shows nothing for a doctor without a grant, and a center's own studies for the center", async () => {
    const { token } = await createToken(testApp.fixtures.doctors.noConsent.client);
    expect(await studyUidsIn(await studies(token))).toEqual([]);
    const own = await createToken(testApp.fixtures.centerB.client);
    expect(await studyUidsIn(await studies(own.token))).toEqual([`${tinyUids(2).study}"`]);
  });

  it.each([['/api/doctor/accessible-patients'], ['/api/auth/session'], ['/api/account/tokens']])(
    'is rejected with 401 outside of DICOMweb: %s',
    async (path) => {
      const { token } = await createToken();
      const response = await fetch(`${testApp.origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect(response.status).toBe(401);
    },
  );

  it('is rejected with 401 after it was revoked or has expired', async () => {
    const { client } = testApp.fixtures.doctors.consent;
    const revoked = await createToken();
    await client.call(routes.account.revokeApiToken, { params: { id: revoked.id } });
    expect((await studies(revoked.token)).status).toBe(401);
    await client.call(routes.account.revokeApiToken, { params: { id: revoked.id } }); // again, without effect
    const stranger = testApp.fixtures.centerA.client.call(routes.account.revokeApiToken, {
      params: { id: revoked.id },
    });
    await expect(stranger).rejects.toMatchObject({ status: 404 });
    const expired = await createToken();
    await testApp.superuser.query(`UPDATE api_tokens SET expires_at = now() - interval '2 years' WHERE id = $1`, [
      expired.id,
    ]);
    expect((await studies(expired.token)).status).toBe(401);
  });

  it.each(['changed', 'reset by a mailed link'])('is revoked when its account’s password is %s', async (how) => {
    const doctor = await createDoctor(testApp, testApp.fixtures.admin, how === 'changed' ? 'changing' : 'forgetting');
    const { token } = await createToken(doctor.client);
    expect((await studies(token)).status).toBe(200);
    const other = await createToken();
    if (how === 'changed') {
      const body = { currentPassword: doctor.password, newPassword: 'another one of mine' };
      await doctor.client.call(routes.auth.changePassword, { body });
    } else {
      await testApp.anonymous.json('POST', routes.auth.forgotPassword.path, { email: doctor.email });
      let mailed: string | undefined;
      await waitUntil(async () => {
        const mail = (await testApp.outbox.mail()).findLast(({ to }) => to === doctor.email);
        mailed = /reset-password#([\w-]{43})/.exec(mail?.text ?? '')?.[1];
        return mailed !== undefined;
      });
      const body = { token: mailed, password: 'another one of mine' };
      expect((await testApp.anonymous.json('POST', routes.auth.resetPassword.path, body)).status).toBe(200);
    }
    expect((await studies(token)).status).toBe(401);
    expect((await studies(other.token)).status).toBe(200);
    const { rows } = await testApp.superuser.query(
      `SELECT details FROM audit_events WHERE event IN ('password_changed', 'password_reset') ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]?.details).toMatchObject({ tokens: 1 });
  });

  it('can be created twenty times per account; the next creation fails with invalid_state', async () => {
    const { client } = testApp.fixtures.doctors.denied;
    for (let count = 0; count < 20; count += 1) await createToken(client, `Viewer ${count}`);
    await expect(createToken(client)).rejects.toMatchObject({ status: 409, code: 'invalid_state' });
  });

  it('is accepted from a page of a configured origin, but a cookie is not', async () => {
    const { token } = await createToken();
    const response = await studies(token, { origin: viewer });
    expect(response.headers.get('access-control-allow-origin')).toBe(viewer);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    const preflight = await fetch(`${testApp.origin}/dicom-web/studies`, {
      method: 'OPTIONS',
      headers: {
        origin: viewer,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    const byCookie = await fetch(`${testApp.origin}/dicom-web/studies`, {
      headers: { origin: viewer, ...testApp.fixtures.doctors.consent.client.credentials('cookie') },
    });
    expect(byCookie.status).toBe(401);
    const elsewhere = await studies(token, { origin: 'https://elsewhere.example' });
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
  });
});
