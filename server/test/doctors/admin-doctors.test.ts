import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { createCenter, createDoctor, type DoctorFixture, signInAdmin, signupForm } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

describe('GET /api/admin/doctors', () => {
  let testApp: TestApp;
  let admin: Client;
  let reviewed: DoctorFixture;

  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
    reviewed = await createDoctor(testApp, admin, 'Reviewed');
    const forms = [
      { ...signupForm('One'), firstName: 'Γιώργος', lastName: 'Καραγιάννης', licenseNumber: 'ΙΣΑ 048213' },
      { ...signupForm('Two'), firstName: 'Lucia', lastName: 'Ferrari', licenseNumber: 'OMCeO RM 61840' },
    ];
    for (const body of forms) await testApp.anonymous.call(routes.auth.doctorSignup, { body });
  });
  afterAll(() => testApp.close());

  const listDoctors = (query: object = {}) => admin.call(routes.admin.doctors, { query });
  const surnames = async (query: object = {}) => (await listDoctors(query)).map(({ lastName }) => lastName);
  const decide = (decision: 'approve' | 'reject', id: string) =>
    admin.json('POST', `/api/admin/${decision}-doctor/${id}`, {});
  const returnToReview = (id: string) =>
    testApp.superuser.query(`UPDATE doctors SET state = 'pending_review' WHERE id = $1`, [id]);

  it('lists all doctors, newest first, with status and email', async () => {
    expect(await surnames()).toEqual(['Ferrari', 'Καραγιάννης', 'Σταυρίδου Reviewed']);
    const [newest, , approved] = await listDoctors();
    expect(newest).toMatchObject({
      ...{ status: 'pending', isVerified: false, subscriptionStatus: 'pending' },
      user: { email: 'two@doctors.example.gr' },
    });
    expect(approved).toMatchObject({ status: 'verified', isVerified: true, subscriptionStatus: 'active' });
    expect(JSON.stringify(newest)).not.toMatch(/password|argon2/i);
  });

  it('pages and counts', async () => {
    const first = await admin.page(routes.admin.doctors, { query: { limit: 2 } });
    expect(first.total).toBe('3');
    const rest = await listDoctors({ limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.rows, ...rest].map(({ lastName }) => lastName)).toEqual(await surnames());
    expect((await admin.raw('GET', '/api/admin/doctors?cursor=none')).status).toBe(400);
  });

  it('finds by name in either alphabet and order, by license number and by email', async () => {
    for (const [search, found] of [
      ['karagiannis', ['Καραγιάννης']],
      ['καραγιαννησ γιωργ', ['Καραγιάννης']],
      ['ferrari lucia', ['Ferrari']],
      ['rm 618', ['Ferrari']],
      ['ισα 0482', ['Καραγιάννης']],
      ['TWO@DOCTORS', ['Ferrari']],
      ['_', []],
    ] as const)
      expect(await surnames({ search }), search).toEqual(found);
  });

  it('finds a doctor under a new name after a change', async () => {
    const { email } = reviewed;
    const profile = {
      firstName: 'Ελένη',
      lastName: 'Νικολάου',
      licenseNumber: 'ISA-Reviewed',
      specialization: 'Cardiology',
    };
    expect(
      (
        await reviewed.client.json('PATCH', routes.doctor.changeProfile.path, {
          ...profile,
          email,
          reviewConfirmed: true,
        })
      ).status,
    ).toBe(200);
    expect(await surnames({ search: 'nikolaou' })).toEqual(['Νικολάου']);
    expect(await surnames({ search: 'stavridou' })).toEqual([]);
    expect((await decide('approve', reviewed.id)).status).toBe(200);
  });

  it('finds doctors and centers among the users by name', async () => {
    const center = { name: 'Διαγνωστικό Χίου', number: 7, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    await createCenter(testApp, admin, { ...center, phone: '+306900000007' });
    const found = async (search: string) => await admin.call(routes.admin.users, { query: { search } });
    expect(await found('karagian')).toMatchObject([{ role: 'doctor', firstName: 'Γιώργος', lastName: 'Καραγιάννης' }]);
    expect(await found('chiou')).toMatchObject([{ role: 'medical_center', centerName: 'Διαγνωστικό Χίου' }]);
    expect(await found('mctest07')).toHaveLength(1);
    expect(await found('%')).toEqual([]);
  });

  it('lists doctors in review as pending; they are approved without a new period or rejected finally', async () => {
    const endOf = async () =>
      (await admin.call(routes.admin.users, { query: { search: reviewed.email } }))[0]?.subscriptionEndDate;
    await returnToReview(reviewed.id);
    expect(await admin.call(routes.admin.pendingDoctors, {})).toContainEqual(
      expect.objectContaining({ id: reviewed.id, status: 'pending_review', isVerified: false }),
    );
    const end = await endOf();
    testApp.advanceClock(60_000);
    expect((await decide('approve', reviewed.id)).status).toBe(200);
    expect(await endOf()).toBe(end);
    await returnToReview(reviewed.id);
    expect((await decide('reject', reviewed.id)).status).toBe(200);
    expect((await listDoctors({ search: reviewed.email }))[0]).toMatchObject({ status: 'rejected', isVerified: false });
    expect((await reviewed.client.raw('GET', '/api/auth/session')).status).toBe(401);
    expect(problem.parse(await (await decide('approve', reviewed.id)).json())).toMatchObject({ code: 'invalid_state' });
  });
});
