import { type ApiError, routes } from '@medcloud/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  doctorLastName,
  requestAndRespond,
  requestConsentLink,
  signInAdmin,
} from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

const { patientDetails, patientGrants, revokeGrant } = routes.center;
const { lookup, respond, revoke } = routes.patientAccess;
const dayMs = 86_400_000;
const revoked = { ok: true, status: 'revoked' };

/** Security 7: granted -> revoked by the record's center, by the doctor or by an administrator. */
describe('grant revoked by center, doctor or administrator', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  let phone: string;
  let patientId: string;
  let createdCount = 0;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: 4 });
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Άννα', lastName: 'Νίκου', phone: '+306900000001' };
    center = await createCenter(testApp, admin, plan);
  });
  afterAll(() => testApp.close());

  beforeEach(async () => {
    createdCount += 1;
    phone = `+30698100${String(createdCount).padStart(4, '0')}`;
    doctor = await createDoctor(testApp, admin, `Doctor${createdCount}`);
    const patientFields = {
      firstName: 'Μαρία',
      lastName: 'Παπαδοπούλου',
      dateOfBirth: '1950-05-17',
      gender: 'Female',
    } as const;
    patientId = (await center.client.call(routes.center.registerPatient, { body: { ...patientFields, phone } }))
      .patientId;
  });

  const sheet = () => center.client.call(patientDetails, { params: { patientId } });
  const activeGrants = () => center.client.call(patientGrants, { params: { patientId } });
  const grantId = async () => (await activeGrants())[0]?.id ?? '';
  const fetchExams = async () => (await doctor.client.raw('GET', `/api/doctor/patient-exams/${patientId}`)).json();
  const sql = async (text: string, values: unknown[]) => (await testApp.superuser.query(text, values)).rows;
  const listRevocations = (id: string) =>
    sql(
      `SELECT actor_kind, details FROM audit_events WHERE event = 'consent_revoked' AND purpose = $1 AND center_id = $2`,
      [id, center.id],
    );

  it('is listed with doctor, times and exam types while active, and the listing is audited', async () => {
    const second = await createDoctor(testApp, admin, `Second${createdCount}`);
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    await testApp.anonymous.call(respond, { body: { accessToken, response: 'grant', days: 7, examTypes: ['ct'] } });
    await requestAndRespond(testApp, second, phone, 'deny');
    const [grant, ...others] = await activeGrants();
    expect(others).toEqual([]);
    expect(grant).toMatchObject({ doctor: { lastName: doctorLastName(`Doctor${createdCount}`) }, examTypes: ['ct'] });
    expect(Date.parse(grant?.expiresAt ?? '') - Date.parse(grant?.grantedAt ?? '')).toBe(7 * dayMs);
    expect(
      (await sql(`SELECT details FROM audit_events WHERE event = 'grants_shown' ORDER BY id DESC LIMIT 1`, []))[0]
        ?.details,
    ).toEqual({ grants: 1 });
    await testApp.anonymous.call(revoke, { body: { accessToken } });
    expect(await activeGrants()).toEqual([]);
  });

  it('denies the doctor after the center revokes it, with the reason on sheet, link and audit chain', async () => {
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'grant');
    const id = await grantId();
    const revokeOnce = () => center.client.call(revokeGrant, { params: { id }, body: { reason: 'mistake' } });
    expect([await revokeOnce(), await revokeOnce()]).toEqual([revoked, revoked]);
    expect(await fetchExams()).toMatchObject({ status: 403, code: 'access_revoked' });
    expect((await sheet()).grants[0]).toMatchObject({ status: 'revoked', endedBy: 'center', endReason: 'mistake' });
    expect((await testApp.anonymous.call(lookup, { body: { accessToken } })).records[0]?.status).toBe('revoked');
    expect(await listRevocations(id)).toEqual([{ actor_kind: 'center', details: { reason: 'mistake' } }]);
  });

  it('can be revoked by the doctor, even without a subscription, and requested again', async () => {
    await requestAndRespond(testApp, doctor, phone, 'grant');
    const [own] = await doctor.client.call(routes.doctor.accessiblePatients, {});
    const id = await grantId();
    expect(own?.grantId).toBe(id);
    const period = { startDate: '2024-01-01', endDate: '2024-12-31', status: 'active' } as const;
    await admin.call(routes.admin.updateSubscription, { body: { userId: doctor.userId, ...period } });
    const revokeOnce = () => doctor.client.call(routes.doctor.relinquishGrant, { params: { id } });
    expect([await revokeOnce(), await revokeOnce()]).toEqual([revoked, revoked]);
    expect((await sheet()).grants[0]).toMatchObject({ status: 'revoked', endedBy: 'doctor', endReason: null });
    expect(await listRevocations(id)).toEqual([{ actor_kind: 'doctor', details: {} }]);
    const again = { ...period, endDate: `${testApp.clock.now().getUTCFullYear() + 1}-12-31` };
    await admin.call(routes.admin.updateSubscription, { body: { userId: doctor.userId, ...again } });
    testApp.advanceClock(61_000);
    await requestAndRespond(testApp, doctor, phone, 'grant');
    expect(await activeGrants()).toHaveLength(1);
  });

  it('can be revoked by an administrator from its audit event, which then shows it as inactive', async () => {
    await requestAndRespond(testApp, doctor, phone, 'grant');
    const entry = async () =>
      (await admin.call(routes.admin.auditEvents, { query: { search: patientId } })).find(
        ({ event }) => event === 'consent_granted',
      );
    const before = await entry();
    expect(before).toMatchObject({ grant: await grantId(), grantLives: true });
    const id = before?.grant ?? '';
    const reply = await admin.call(routes.admin.revokeGrant, { params: { id }, body: { reason: 'misuse' } });
    expect(reply).toEqual(revoked);
    expect(await fetchExams()).toMatchObject({ code: 'access_revoked' });
    expect(await entry()).toMatchObject({ grant: id, grantLives: false });
    expect(await listRevocations(id)).toEqual([{ actor_kind: 'admin', details: { reason: 'misuse' } }]);
  });

  it('is revoked once if center and doctor revoke it at the same time', async () => {
    await requestAndRespond(testApp, doctor, phone, 'grant');
    const id = await grantId();
    const both = await Promise.all([
      center.client.call(revokeGrant, { params: { id }, body: { reason: 'asked' } }),
      doctor.client.call(routes.doctor.relinquishGrant, { params: { id } }),
    ]);
    expect(both).toEqual([revoked, revoked]);
    const [only, ...more] = await listRevocations(id);
    expect([only?.actor_kind, more]).toEqual([(await sheet()).grants[0]?.endedBy, []]);
  });

  it('stays expired if revoked later, and a pending request is rejected with invalid_state', async () => {
    await requestConsentLink(testApp, doctor, phone);
    const [pendingGrant] = (await sheet()).grants;
    const revokeLate = (id = '') => center.client.call(revokeGrant, { params: { id }, body: { reason: 'other' } });
    const refused: ApiError = await revokeLate(pendingGrant?.id).catch((error) => error);
    expect(refused).toMatchObject({ status: 409, code: 'invalid_state' });
    await sql(
      `UPDATE patient_access SET status = 'granted', granted_at = app_now(), text_hash = ''::bytea, expires_at = app_now() - interval '1 s'
       WHERE id = $1`,
      [pendingGrant?.id],
    );
    expect(await revokeLate(pendingGrant?.id)).toEqual({ ok: true, status: 'expired' });
    expect(await listRevocations(pendingGrant?.id ?? '')).toEqual([]);
  });
});
